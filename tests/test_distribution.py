"""What brings Palamedes to people: workflows, container, examples, hooks, the smoke test."""

import re
import shlex
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

import smoke
from palamedes.cli import app
from palamedes.ui.web.http.proxies import Proxies
from palamedes.ui.web.server import manual

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
DEPLOY = ROOT / "examples" / "deploy"
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def targets():
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def jobs(workflow):
    return yaml.safe_load(workflow.read_text())["jobs"].values()


def steps(workflow):
    return [step for job in jobs(workflow) for step in job.get("steps", ())]


def options_of(command):
    """The options that a command of ours has."""
    parameters = get_command(app).commands[command].params
    return {option for each in parameters for option in (*each.opts, *each.secondary_opts)}


def test_there_are_workflows():
    assert [path.name for path in WORKFLOWS] == ["release.yml", "tests.yml"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_little_and_names_what_it_uses(workflow):
    document = yaml.safe_load(workflow.read_text())
    assert document["permissions"] == {"contents": "read"}
    for job in jobs(workflow):
        assert "uses" in job or job["timeout-minutes"] <= 120
        assert set(job.get("permissions", ())) <= {"id-token", "contents"}
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+|release/v\d+)", step["uses"])
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert "${{ secrets." not in workflow.read_text()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_calls_what_there_is(workflow):
    text = "\n".join(step["run"] for step in steps(workflow) if "run" in step)
    assert set(re.findall(r"\bmake ([a-z-]+)", text)) <= targets()
    for file in re.findall(r"\b(?:tools|examples)/[\w./-]+", text):
        assert (ROOT / file).exists(), file
    for step in steps(workflow):
        assert (ROOT / step.get("working-directory", ".")).is_dir()
    for job in jobs(workflow):
        if job.get("uses", "").startswith("./"):
            assert (ROOT / job["uses"]).is_file()


def test_all_pythons_are_tested_that_the_package_names():
    project = (ROOT / "pyproject.toml").read_text()
    assert re.findall(r"Python :: (\d\.\d+)", project) == PYTHONS
    matrices = [
        job["strategy"]["matrix"]["python"]
        for job in jobs(ROOT / ".github" / "workflows" / "tests.yml")
        if "strategy" in job
    ]
    assert matrices == [PYTHONS, PYTHONS]


def test_only_the_job_that_publishes_can_prove_who_it_is():
    release = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())["jobs"]
    proving = [name for name, job in release.items() if "id-token" in job.get("permissions", ())]
    assert proving == ["publish"]
    assert {"tests", "wheel"} <= set(release["publish"]["needs"])


def test_the_container_has_all_it_copies_and_runs_commands_of_ours():
    lines = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    shown = [line[1:] for line in ignored if line.startswith("!")]
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY") and "--" not in line]
    for name in (name for names in copied for name in names):
        assert (ROOT / name).exists()
        assert any(fnmatch(name, pattern) for pattern in shown), name
    assert f"COPY --from=manual /manual {manual.FOLDER.relative_to(ROOT).as_posix()}" in lines
    assert "USER 10001" in lines
    (command,) = [line for line in lines if line.startswith("CMD")]
    words = shlex.split(re.sub(r"[\[\],]", " ", command))[1:]
    assert words[0] == "serve"
    assert {word for word in words if word.startswith("--")} <= options_of("serve")
    assert "palamedes warm" in " ".join(lines)
    assert "warm" in get_command(app).commands


def test_the_lock_files_have_what_the_container_installs():
    driver = (ROOT / "requirements-dev.lock").read_text()
    assert re.search(r"^psycopg==", driver, re.MULTILINE)
    assert re.search(r"^psycopg-binary==", driver, re.MULTILINE)
    needed = (ROOT / "requirements.lock").read_text()
    uninstalled = re.search(r"pip uninstall --yes --quiet (.*)", (ROOT / "Dockerfile").read_text())
    for package in uninstalled[1].split():
        assert package == "pip" or re.search(rf"^{package}==", needed, re.MULTILINE), package


def test_the_example_for_compose():
    document = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = document["services"]
    command = services["server"]["command"]
    assert {word.partition("=")[0] for word in command[1:]} <= options_of(command[0])
    (subnet,) = [each["subnet"] for each in document["networks"]["inside"]["ipam"]["config"]]
    assert f"--proxy={subnet}" in command
    assert Proxies([subnet]).trusts("172.30.0.2")
    assert set(document["volumes"]) == {
        volume.partition(":")[0]
        for service in services.values()
        for volume in service["volumes"]
        if not volume.startswith(".")
    }
    waits = {name: each.get("depends_on", {}) for name, each in services.items()}
    assert waits["proxy"] == {"server": {"condition": "service_healthy"}}
    assert waits["server"] == {"database": {"condition": "service_healthy"}}
    assert (DEPLOY / services["server"]["build"] / "Dockerfile").is_file()


def test_the_secrets_of_the_example_fit_together_and_are_not_in_it():
    lines = (DEPLOY / "secrets.env.example").read_text().splitlines()
    facts = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    assert facts["DATABASE_URL"] == (
        f"postgresql://{facts['POSTGRES_USER']}:{facts['POSTGRES_PASSWORD']}"
        f"@database/{facts['POSTGRES_DB']}"
    )
    assert "secrets.env" in (ROOT / ".gitignore").read_text().splitlines()
    assert facts["POSTGRES_PASSWORD"] not in (DEPLOY / "compose.yaml").read_text()


def test_the_example_for_nginx_passes_on_what_the_server_needs():
    text = (DEPLOY / "nginx.conf").read_text()
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in text
    assert "proxy_http_version 1.1;" in text


def test_hooks_run_what_is_installed_and_download_nothing():
    document = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [each["repo"] for each in document["repos"]] == ["local"]
    hooks = document["repos"][0]["hooks"]
    assert {each["language"] for each in hooks} == {"system"}
    makefile = (ROOT / "Makefile").read_text()
    for each in hooks:
        program = each["entry"].split()[0]
        assert program.replace(".venv/bin", "$(BIN)") in makefile


def test_the_citation_is_complete():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["cff-version"] == "1.2.0"
    assert {"title", "message", "authors", "version", "license", "type"} <= set(cited)


def test_the_smoke_test_notices_a_program_that_does_not_work():
    with pytest.raises(SystemExit, match="smoke test: --version: exit 1"):
        smoke.main("false")

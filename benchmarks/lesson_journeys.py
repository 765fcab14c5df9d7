"""Every lesson taken by every kind of reader, in Chromium: two languages, a desktop and a phone.

    python benchmarks/lesson_journeys.py [GAME...]

It starts a server, takes each course from its first step to the offer of a real game, trying a
wrong move in every step, and reads the rules with pictures. It fails at the first text that is
missing, step that cannot be solved, error in the console, page that is wider than the screen, or
serious complaint of axe-core where npm can get it.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from browser import Surfer, axe, browser_at_work, serving  # noqa: E402
from palamedes.core.language import set_language  # noqa: E402
from palamedes.lessons import Course, all_courses  # noqa: E402
from test_web_lesson_pages import READERS, read_rules, take  # noqa: E402

SERIOUS = ("serious", "critical")


def journey(surfer: Surfer, course: Course, language: str, viewport: dict, source: str) -> None:
    """One lesson and one set of rules, read by one person."""
    set_language(language)
    page = surfer.visitor(viewport, locale=language, bypass_csp=True)
    for visit in (take, read_rules):
        visit(page, course)
        if source:
            page.evaluate(source)
            found = page.evaluate("() => axe.run()")["violations"]
            assert [each["id"] for each in found if each["impact"] in SERIOUS] == []
    assert surfer.errors == []
    surfer.close()


def main(names: list[str]) -> None:
    courses = [course for course in all_courses() if not names or course.name in names]
    with TemporaryDirectory() as folder, browser_at_work() as browser:
        source = axe(Path(folder)) or ""
        sys.stdout.write(f"axe-core: {'yes' if source else 'not available'}\n")
        with serving(Path(folder)) as (address, _process):
            for course in courses:
                for language, viewport in READERS:
                    before = perf_counter()
                    journey(Surfer(browser, address), course, language, viewport, source)
                    seconds = perf_counter() - before
                    line = f"{course.name:9} {language} {viewport['width']:4} px {seconds:6.1f} s\n"
                    sys.stdout.write(line)
                    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

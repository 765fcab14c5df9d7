"""What people are told about the sandbox of external programs."""

from palamedes.core.language import N_, _
from palamedes.players.external.sandbox import Isolation, SandboxChoice, isolation

NOTICES: dict[Isolation, str] = {
    "bubblewrap": N_("Programs run in a sandbox (bubblewrap)."),
    "landlock": N_(
        "Programs cannot read or write your files (Landlock), but they can use the network and see "
        "other processes. Install bubblewrap for a full sandbox."
    ),
    "none": N_(
        "Programs are not isolated: they can read and change your files. Install bubblewrap "
        "(Linux) for a sandbox."
    ),
}


def sandbox_notice(choice: SandboxChoice) -> str:
    """How programs are isolated on this machine; PalamedesError if what is required is not here."""
    return _(NOTICES[isolation(choice)])

"""Requests of the operator of a server: with a token if there is one, else from this machine."""

import secrets
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.requests import HTTPConnection

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.ui.web.http.bot_tokens import bearer_token
from palamedes.ui.web.http.proxies import Proxies, is_forwarded, peer_of

SHORTEST, TOO_FEW_DIFFERENT = 16, 4  # characters of a token


@dataclass(frozen=True)
class Operators:
    """Who may see how the server is doing."""

    proxies: Proxies
    token: str = ""  # the only key, if there is one; without it, this machine

    def admits(self, connection: HTTPConnection) -> bool:
        """Whether a request that only reads comes from the operator."""
        given = bearer_token(connection)
        if self.token or given is not None:
            if not self.token or given is None:
                return False
            return secrets.compare_digest(given.encode(), self.token.encode())
        return self.is_here(connection)

    def is_here(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from this machine, where only the operator sits.

        A proxy on this machine is not this machine: strangers come through it. So nothing that was
        forwarded counts, nor anything from a trusted proxy, whatever its headers say.
        """
        peer = peer_of(connection)
        return _is_this_machine(peer) and not (
            is_forwarded(connection) or self.proxies.trusts(peer)
        )


def check_operator_token(token: str) -> str:
    """The token; raises PalamedesError if it could be guessed. An empty one stands for none."""
    is_weak = len(token) < SHORTEST or len(set(token)) <= TOO_FEW_DIFFERENT
    if token and (is_weak or not token.isascii() or not token.isprintable() or " " in token):
        text = _("--metrics-token needs {shortest} or more random letters and digits")
        raise PalamedesError(text.format(shortest=SHORTEST))
    return token


def _is_this_machine(host: str) -> bool:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback

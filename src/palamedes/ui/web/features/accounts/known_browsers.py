"""Browsers that were logged in to an account: strangers cannot use up their tries to log in again.

The token that a browser gets when it logs in or out ends with a mark, which only the server can
make: it needs the stored hash of the password. So nothing about it is stored, a new password makes
all old marks void, and without the database nobody learns whose mark it is.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode

from palamedes.ui.web.http.tokens import MARK, new_token


def marked_token(password_hash: str) -> str:
    """A new token of a browser that knows the password."""
    token = new_token()
    return f"{token}{MARK}{_mark(token, password_hash)}"


def may_be_marked(token: str) -> bool:
    """Whether a token has a mark, perhaps a forged one."""
    return MARK in token


def is_marked(token: str, password_hash: str) -> bool:
    """Whether a token was made for the account with this hash of a password."""
    beginning, _separator, mark = token.partition(MARK)
    return secrets.compare_digest(mark.encode(), _mark(beginning, password_hash).encode())


def _mark(token: str, password_hash: str) -> str:
    digest = hmac.digest(password_hash.encode(), f"browser {token}".encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")

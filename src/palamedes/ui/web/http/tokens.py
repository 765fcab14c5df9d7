"""Secret tokens: only their hashes are stored."""

import hashlib
import secrets

MARK = "."  # in the tokens of browsers that were logged in; see features/accounts/known_browsers.py


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """The hash under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()

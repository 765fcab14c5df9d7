"""Secret tokens: only their hashes are stored."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """The hash under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()

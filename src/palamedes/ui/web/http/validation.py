"""Checks on texts from the network, none of which is trusted."""

from unicodedata import category

from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse

from palamedes.core.language import _

BIDIRECTIONAL = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # control characters


def check_letters(text: str) -> str:
    """The text; ValueError if it has half letters, as JSON can, which no file or page can show."""
    text.encode()
    return text


def check_name(text: str) -> str:
    """The name; ValueError if something in it cannot be seen, or turns what stands beside it."""
    if any(
        category(letter) in ("Cc", "Cs", "Cn", "Co") or letter in BIDIRECTIONAL for letter in text
    ):
        raise ValueError(_("The text contains invisible characters."))
    return text


async def refuse_invalid(_request: Request, error: Exception) -> JSONResponse:
    """One line for a request that is not as it must be; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    wrong = error.errors()[0]
    if wrong["type"] == "value_error":  # a sentence of ours, for people
        return JSONResponse({"detail": str(wrong["ctx"]["error"])}, 422)
    where = ".".join(str(part) for part in wrong["loc"] if part != "body")[:80]
    line = f"{where}: {wrong['msg']}" if where else wrong["msg"]
    return JSONResponse({"detail": line.encode("ascii", "backslashreplace").decode()}, 422)

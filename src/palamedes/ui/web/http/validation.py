"""Checks of what comes from the network, and the answer to an invalid request."""

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import JSONResponse

from palamedes.core.language import _
from palamedes.ui.texts.validation import validation_sentence


class RequestBody(BaseModel):
    """The JSON body of a request. Nothing passes for a number but a number: not "5", not true."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def check_encodable(text: str) -> str:
    """The text; ValueError if it has half a surrogate pair or a NUL.

    JSON can hold both; UTF-8 cannot hold the first, nor PostgreSQL the second.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(_("The text contains invisible characters.")) from None
    if "\0" in text:
        raise ValueError(_("The text contains invisible characters."))
    return text


async def refuse_invalid(_request: Request, error: Exception) -> JSONResponse:
    """Answer an invalid request with one sentence about its first error."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "value_error":  # raised by one of our checks
        return JSONResponse({"detail": str(first["ctx"]["error"])}, 422)
    source, *location = first["loc"]  # source: body, query or path
    return JSONResponse({"detail": validation_sentence(first, location or [source])}, 422)

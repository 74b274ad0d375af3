"""What the client raises. `code` is stable, the message is for people."""

from __future__ import annotations

from typing import Any


class AtollError(Exception):
    def __init__(
        self,
        message: str,
        code: str,
        status: int = 0,
        request_id: str | None = None,
        details: list[dict[str, Any]] | None = None,
        remedy: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.details = details or []
        self.remedy = remedy
        self.retry_after = retry_after


class InvalidRequestError(AtollError):
    """400, 413, 415 and 422."""


class UnauthenticatedError(AtollError):
    """401"""


class ForbiddenError(AtollError):
    """403"""


class NotFoundError(AtollError):
    """404"""


class ConflictError(AtollError):
    """409"""


class CursorExpiredError(AtollError):
    """410: the stream no longer has what followed the cursor."""


class RateLimitedError(AtollError):
    """429: wait `retry_after` seconds."""


class ServiceError(AtollError):
    """5xx"""


class NetworkError(AtollError):
    """No answer."""


class ActionBlockedError(AtollError):
    """The action cannot be done now. Nothing was signed."""


class TransactionRevertedError(AtollError):
    """A transaction was mined and reverted."""


class UnexpectedTransactionError(AtollError):
    """What the service asks to be signed is not the action. Nothing was signed."""


_BY_STATUS: dict[int, type[AtollError]] = {
    400: InvalidRequestError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    410: CursorExpiredError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitedError,
}


def to_error(status: int, body: Any, headers: Any) -> AtollError:
    """The error of an answer that is not successful."""
    fields = body if isinstance(body, dict) else {}
    kind = _BY_STATUS.get(status, ServiceError if status >= 500 else AtollError)
    away = "SERVICE_UNAVAILABLE" if status in (502, 503, 504) else "INTERNAL_ERROR"
    return kind(
        str(fields.get("error", f"The service answered {status}")),
        code=str(fields.get("code", away)),
        status=status,
        request_id=headers.get("x-request-id"),
        details=fields.get("details"),
        retry_after=read_retry_after(headers),
    )


def read_retry_after(headers: Any) -> float | None:
    try:
        return float(headers["retry-after"])
    except (KeyError, ValueError):
        return None

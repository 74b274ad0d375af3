"""What the client raises. `code` is stable, the message is for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .generated.remedies import CLIENT_REMEDIES


class AtollError(Exception):
    """Base of all. `status` is 0 where no answer came, or this package itself refuses."""

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
        #: Seconds after which the service may be asked again; None where it does not say.
        self.retry_after = retry_after


class InvalidRequestError(AtollError):
    """400, 413, 415 and 422: the request cannot be carried out as it is."""


class UnauthenticatedError(AtollError):
    """401: no valid key or session."""


class ForbiddenError(AtollError):
    """403"""


class NotFoundError(AtollError):
    """404"""


class ConflictError(AtollError):
    """409"""


class CursorExpiredError(AtollError):
    """410: the stream no longer has what followed the cursor."""

    @property
    def oldest(self) -> str | None:
        """The oldest cursor from which one can go on."""
        oldest = self.details[0].get("oldest") if self.details else None
        return oldest if isinstance(oldest, str) else None


class RateLimitedError(AtollError):
    """429: wait `retry_after` seconds."""


class TransactionRefusedError(AtollError):
    """422 TRANSACTION_REFUSED: the node does not take a transaction."""


class NotOurContractError(AtollError):
    """403 NOT_OUR_CONTRACT"""


class ServiceError(AtollError):
    """5xx"""


class NetworkError(AtollError):
    """No answer."""


class MaybeSentError(AtollError):
    """Signed transactions may have been sent; the service's answer is lost, and nobody knows yet. `signed` may be given
    to the service again: nothing is sent twice."""

    signed: list[str] = []


class ActionBlockedError(AtollError):
    """The action cannot be done now; the code is that of the first blocker. Nothing was signed."""


class TransactionRevertedError(AtollError):
    """A transaction was mined and reverted; the code is the contract's."""


class UnexpectedTransactionError(AtollError):
    """What the service asks to be signed is not the action. Nothing was signed."""


class LimitError(AtollError):
    """The signer's own limits forbid the action. Nothing was signed."""


_BY_CODE: dict[str, type[AtollError]] = {
    "TRANSACTION_REFUSED": TransactionRefusedError,
    "NOT_OUR_CONTRACT": NotOurContractError,
}

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


def to_error(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> AtollError:
    """The error of an answer that is not successful."""
    away = "SERVICE_UNAVAILABLE" if status in (502, 503, 504) else "INTERNAL_ERROR"
    code = str(body.get("code", away))
    kind = _BY_CODE.get(code) or _BY_STATUS.get(status) or (ServiceError if status >= 500 else AtollError)
    return kind(
        str(body.get("error", f"The service answered {status}")),
        code=code,
        status=status,
        request_id=headers.get("x-request-id"),
        details=body.get("details"),
        remedy=CLIENT_REMEDIES.get(code) or body.get("remedy"),
        retry_after=read_retry_after(headers),
    )


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds; None where the header is missing or a date."""
    try:
        seconds = float(headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return seconds if 0 <= seconds < float("inf") else None

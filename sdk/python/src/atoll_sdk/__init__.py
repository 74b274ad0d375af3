"""Client of the Atoll API."""

from .client import Atoll
from .errors import (
    ActionBlockedError,
    AtollError,
    ConflictError,
    CursorExpiredError,
    ForbiddenError,
    InvalidRequestError,
    NetworkError,
    NotFoundError,
    RateLimitedError,
    ServiceError,
    TransactionRevertedError,
    UnauthenticatedError,
    UnexpectedTransactionError,
)
from .signing import EthAccountSigner, Signer
from .verification import VERIFIED_ACTIONS, verify_build

__all__ = [
    "ActionBlockedError",
    "Atoll",
    "AtollError",
    "ConflictError",
    "CursorExpiredError",
    "EthAccountSigner",
    "ForbiddenError",
    "InvalidRequestError",
    "NetworkError",
    "NotFoundError",
    "RateLimitedError",
    "ServiceError",
    "Signer",
    "TransactionRevertedError",
    "UnauthenticatedError",
    "UnexpectedTransactionError",
    "VERIFIED_ACTIONS",
    "verify_build",
]

"""Client of the Atoll API."""

from .actions import Executed
from .client import Atoll
from .errors import (
    ActionBlockedError,
    AtollError,
    ConflictError,
    CursorExpiredError,
    ForbiddenError,
    InvalidRequestError,
    LimitError,
    MaybeSentError,
    NetworkError,
    NotFoundError,
    NotOurContractError,
    RateLimitedError,
    ServiceError,
    TransactionRefusedError,
    TransactionRevertedError,
    UnauthenticatedError,
    UnexpectedTransactionError,
)
from .generated import types
from .limits import (
    DEFAULT_LIMITS,
    Limits,
    default_limits_file,
    format_usdb,
    parse_limits,
    parse_usdb,
    read_limits,
    to_limits_json,
    write_limits,
)
from .pages import List
from .signing import CheckedAction, EthAccountSigner, LimitedSigner, Signer
from .spending import DailySpending
from .streams import ReorgData, StreamEvent
from .verification import VERIFIED_ACTIONS, Observation, verify_build

__all__ = [
    "ActionBlockedError",
    "Atoll",
    "AtollError",
    "CheckedAction",
    "ConflictError",
    "CursorExpiredError",
    "DEFAULT_LIMITS",
    "DailySpending",
    "EthAccountSigner",
    "Executed",
    "ForbiddenError",
    "InvalidRequestError",
    "LimitError",
    "LimitedSigner",
    "Limits",
    "List",
    "MaybeSentError",
    "NetworkError",
    "NotFoundError",
    "NotOurContractError",
    "Observation",
    "RateLimitedError",
    "ReorgData",
    "ServiceError",
    "Signer",
    "StreamEvent",
    "TransactionRefusedError",
    "TransactionRevertedError",
    "UnauthenticatedError",
    "UnexpectedTransactionError",
    "VERIFIED_ACTIONS",
    "default_limits_file",
    "format_usdb",
    "parse_limits",
    "parse_usdb",
    "read_limits",
    "to_limits_json",
    "types",
    "verify_build",
    "write_limits",
]

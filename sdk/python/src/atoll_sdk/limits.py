"""What a signing program may do: a file of limits, the same one as the command's."""

from __future__ import annotations

import json
import os
import re
import stat
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from .errors import LimitError

_USDB = 10**18
_AMOUNT = re.compile(r"(0|[1-9][0-9]{0,20})(?:\.([0-9]{1,18}))?")
_DATE_LENGTH = len("2026-12-31")
#: The service takes no more.
_MOST_SLIPPAGE_BP = 5_000
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True)
class Limits:
    """Amounts are USDB in base units; None is without a limit. The defaults hold until a file says otherwise."""

    max_per_action: int | None = 100 * _USDB
    max_per_day: int | None = 500 * _USDB
    #: Most that a trade may give less than quoted, in basis points.
    max_slippage_bp: int | None = 300
    #: Names of the actions that may be signed. One that is named is signed also where its worth is unknown.
    actions: tuple[str, ...] | None = None
    #: From then on nothing is signed.
    expires: datetime | None = None
    #: Above it a person is asked.
    confirm_above: int | None = 10 * _USDB


DEFAULT_LIMITS = Limits()

_AMOUNTS = {"maxPerAction": "max_per_action", "maxPerDay": "max_per_day", "confirmAbove": "confirm_above"}


def parse_usdb(text: str, name: str = "amount") -> int:
    """USDB as people write them: "12.5"."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise unreadable(f'{name} must be an amount of USDB such as "12.5"')
    return int(match[1]) * _USDB + int((match[2] or "").ljust(18, "0"))


def format_usdb(amount: int) -> str:
    whole, rest = divmod(amount, _USDB)
    return f"{whole}.{rest:018d}".rstrip("0").rstrip(".")


def parse_limits(data: Any) -> Limits:
    """The limits of a file's JSON. A field that is missing has its default; an unknown one is an error."""
    if not isinstance(data, dict):
        raise unreadable("it must be a JSON object")
    unknown = next((name for name in data if name not in {*_AMOUNTS, "maxSlippageBp", "actions", "expires"}), None)
    if unknown is not None:
        raise unreadable(f"{unknown} is no limit")
    amounts = {field: _parse_amount(data, name, field) for name, field in _AMOUNTS.items()}
    return Limits(
        **amounts,
        max_slippage_bp=_parse_slippage(data),
        actions=_parse_actions(data.get("actions")),
        expires=_parse_expiry(data.get("expires")),
    )


def to_limits_json(limits: Limits) -> dict[str, Any]:
    """The JSON of a file, as people edit it."""

    def amount(value: int | None) -> str | None:
        return None if value is None else format_usdb(value)

    return {
        "maxPerAction": amount(limits.max_per_action),
        "maxPerDay": amount(limits.max_per_day),
        "maxSlippageBp": limits.max_slippage_bp,
        "actions": None if limits.actions is None else list(limits.actions),
        "expires": None if limits.expires is None else _write_time(limits.expires),
        "confirmAbove": amount(limits.confirm_above),
    }


def config_folder(env: Mapping[str, str] = os.environ) -> Path:
    """Folder of the settings, after the XDG base directory specification."""
    return Path(env.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "atoll"


def default_limits_file(env: Mapping[str, str] = os.environ) -> Path:
    return config_folder(env) / "limits.json"


def read_limits(file: str | Path) -> Limits:
    """The limits of a file, or the default ones where there is none."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return DEFAULT_LIMITS
    except (OSError, ValueError) as error:
        raise unreadable(f"{path} cannot be opened") from error
    # Whoever may write the file sets the limits.
    if os.name == "posix" and path.stat().st_mode & _OTHERS_MAY_WRITE:
        raise unreadable(f"others may write {path}: chmod 600 it")
    try:
        data = json.loads(text)
    except ValueError as error:
        raise unreadable(f"{path} is not JSON") from error
    return parse_limits(data)


def write_limits(file: str | Path, limits: Limits) -> None:
    """Replaces the file, which only its owner may read, at once or not at all."""
    write_private(Path(file), json.dumps(to_limits_json(limits), indent=2) + "\n")


def write_private(path: Path, text: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{uuid.uuid4()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as output:
            output.write(text)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def unreadable(why: str) -> LimitError:
    return LimitError(
        f"The limits of this signer cannot be read: {why}",
        code="LIMITS_UNREADABLE",
        remedy="Correct the file, or remove it and set the limits again.",
    )


def _parse_amount(data: dict[str, Any], name: str, field: str) -> Any:
    if name not in data:
        return getattr(DEFAULT_LIMITS, field)
    value = data[name]
    if value is None:
        return None
    if not isinstance(value, str):
        raise unreadable(f'{name} must be a text such as "12.5", or null')
    return parse_usdb(value, name)


def _parse_slippage(data: dict[str, Any]) -> int | None:
    value = data.get("maxSlippageBp", DEFAULT_LIMITS.max_slippage_bp)
    # True is no number.
    if value is None or (type(value) is int and 0 <= value <= _MOST_SLIPPAGE_BP):
        return value
    raise unreadable(f"maxSlippageBp must be 0 to {_MOST_SLIPPAGE_BP}, or null")


def _parse_actions(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise unreadable("actions must be a list of names, or null")
    return tuple(value)


def _parse_expiry(value: Any) -> datetime | None:
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise unreadable("expires must be a time, or null") from None
    # As in JavaScript: a date is one of UTC, a time without a zone is local.
    return time.replace(tzinfo=timezone.utc) if len(value) == _DATE_LENGTH else time.astimezone()


def _write_time(time: datetime) -> str:
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")

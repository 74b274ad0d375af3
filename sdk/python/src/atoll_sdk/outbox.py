"""Actions whose transactions were signed, and of which nobody knows yet what became."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from .errors import AtollError, MaybeSentError
from .limits import write_private

#: Milliseconds; after that the same wish is another one.
_RETRY_MS = 15 * 60_000

Entry = dict[str, Any]


class Outbox(Protocol):
    def find(self, wish: str) -> list[Entry]:
        """The outstanding actions of a wish that nobody works on."""
        ...

    def add(self, entry: Entry) -> None: ...

    def give_up(self, entry: Entry) -> None:
        """Whoever has given it to the service has given up."""
        ...

    def remove(self, entry: Entry) -> None: ...


def execute_once(
    outbox: Outbox, wish: str, sign: Callable[[], tuple[Any, list[str]]], finish: Callable[[Any, list[str]], Any]
) -> Any:
    """Carries out an action. The same action again, after one whose answer was lost, first learns what became of that:
    if it was sent, this is the answer, and nothing is signed anew."""

    def settle(entry: Entry) -> Any:
        try:
            done = finish(entry["quote"], list(entry["signed"]))
        except MaybeSentError:
            outbox.give_up(entry)
            raise
        except Exception:
            outbox.remove(entry)
            raise
        outbox.remove(entry)
        return done

    for entry in outbox.find(wish):
        try:
            return settle(entry)
        except MaybeSentError:
            raise
        except AtollError:
            # It was reverted, or refused and never sent: this is another try.
            continue
    quote, signed = sign()
    entry = {"id": str(uuid.uuid4()), "wish": wish, "at": _now(), "quote": quote, "signed": signed}
    outbox.add(entry)
    return settle(entry)


def describe_wish(url: str, wallet: str, action: Mapping[str, Any]) -> str:
    """What was asked for, as the TypeScript package writes it: whoever asks for the same again tries again."""
    fields = sorted([name, value] for name, value in action.items() if value is not None)
    return json.dumps([url, wallet.lower(), fields], separators=(",", ":"), ensure_ascii=False)


class Memory:
    """Remembers what a client has given up, as long as it lives."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def find(self, wish: str) -> list[Entry]:
        return [each for each in self._entries if each["wish"] == wish and each["at"] > _now() - _RETRY_MS]

    def add(self, entry: Entry) -> None:
        pass

    def give_up(self, entry: Entry) -> None:
        self.remove(entry)
        self._entries.append(entry)

    def remove(self, entry: Entry) -> None:
        self._entries = [each for each in self._entries if each["id"] != entry["id"]]


class Folder:
    """In files beside the limits, written before anything is sent: another run of a program goes on with it, also after
    one that was ended. The command and the TypeScript package read the same files."""

    def __init__(self, limits_file: Path) -> None:
        self._folder = limits_file.with_name(f"{limits_file.name}.sending")

    def find(self, wish: str) -> list[Entry]:
        found: list[Entry] = []
        for file in sorted(self._folder.glob("*.json")):
            kept = _read(file)
            if kept is None:
                continue
            if kept["at"] <= _now() - _RETRY_MS:
                file.unlink(missing_ok=True)
            elif kept["wish"] == wish and not _is_worked_on(kept.get("pid")):
                found.append(kept)
        return found

    def add(self, entry: Entry) -> None:
        self._write(entry, os.getpid())

    def give_up(self, entry: Entry) -> None:
        self._write(entry, None)

    def remove(self, entry: Entry) -> None:
        self._file_of(entry).unlink(missing_ok=True)

    def _write(self, entry: Entry, pid: int | None) -> None:
        write_private(self._file_of(entry), json.dumps({**entry, "pid": pid}) + "\n")

    def _file_of(self, entry: Entry) -> Path:
        return self._folder / f"{entry['id']}.json"


def _read(file: Path) -> Entry | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) and isinstance(kept.get("signed"), list) else None


def _is_worked_on(pid: int | None) -> bool:
    """Whether its process lives; one's own is done with it, or would not ask."""
    if pid is None or pid == os.getpid() or os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _now() -> int:
    return int(time.time() * 1_000)

"""API keys that the SDKs have made for accounts of this computer, beside what the command keeps: a key is shown once, and
the next run of a program has to find it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .limits import config_folder, write_private


class KeyFile:
    def __init__(self, url: str, wallet: str) -> None:
        self._url, self._wallet = url, wallet.lower()
        self._folder = config_folder()
        self._file = self._folder / "keys" / f"{re.sub('[^A-Za-z0-9.-]', '_', url)}-{self._wallet}"

    def list(self) -> list[str]:
        """Keys that may be the wallet's present one: the SDK's own, and the command's."""
        return [key for key in (_read(self._file), self._read_commands()) if key]

    def write(self, key: str) -> None:
        """A key that cannot be kept is made again the next time."""
        try:
            write_private(self._file, f"{key}\n")
        except OSError:
            pass

    def remove(self) -> None:
        self._file.unlink(missing_ok=True)

    def _read_commands(self) -> str:
        try:
            kept = json.loads(_read(self._folder / "services.json"))[self._url]
            return str(kept["key"]) if kept["wallet"] == self._wallet else ""
        except (KeyError, TypeError, ValueError):
            return ""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""

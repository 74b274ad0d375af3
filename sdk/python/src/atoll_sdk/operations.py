"""Base of the operations of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import quote


class Requests(Protocol):
    def request(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any: ...


class Operations:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def _request(self, method: str, path: str, *, query: Any = None, body: Any = None) -> Any:
        return self._requests.request(method, path, query=query, body=body)

    @staticmethod
    def _segment(value: int | str) -> str:
        return quote(str(value), safe="")

"""Requests with the key of the wallet, repeated where that is safe."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from .errors import NetworkError, read_retry_after, to_error
from .generated.remedies import CLIENT_REMEDIES

#: Statuses after which the same request may succeed.
_TRANSIENT = {429, 502, 503, 504}
#: `send` answers a second call as the first one; everything else that writes is sent once.
_REPEATABLE = {"/api/v1/quote", "/api/v1/transactions/build", "/api/v1/transactions/send"}
#: Codes of a 401 that a new key helps against.
_RENEWABLE = {"UNAUTHENTICATED", "API_KEY_REQUIRED", "INVALID_API_KEY"}
#: Keys that are kept, and then one that is made.
_MOST_KEYS = 3
#: Seconds of the longest pause that a Retry-After of the service is given.
_MOST_PAUSE = 30.0
_FIRST_PAUSE = 0.25
#: The service itself waits for transactions for half a minute.
_TIMEOUT = 90.0
_POSITION = "x-read-position"
#: Two heartbeats of 15 seconds, and some more.
_SILENCE = 40.0


class Transport:
    """`renew` makes another key after a 401; it answers None where it cannot."""

    def __init__(
        self,
        url: str,
        key: str | None,
        renew: Callable[[], str | None],
        retries: int,
        transport: httpx.BaseTransport | None,
    ) -> None:
        self.url, self.key = url, key
        self._renew, self._retries = renew, retries
        self._seen = (0, 0)
        hooks = {"request": [self._send_position], "response": [self._note_position]}
        self.http = httpx.Client(base_url=url, timeout=_TIMEOUT, transport=transport, event_hooks=hooks)

    def request(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """JSON of a successful answer; raises the error of any other."""
        params = {name: value for name, value in (query or {}).items() if value is not None}
        for _ in range(_MOST_KEYS + 1):
            key = self.key
            response = self._send(method, path, params, body)
            if not self.may_renew(response, key):
                break
        if response.status_code >= 400:
            raise to_error(response.status_code, read_json(response), response.headers)
        return response.json()

    def may_renew(self, response: httpx.Response, key: str | None) -> bool:
        """Whether there is another key after a 401 of this one."""
        if response.status_code != 401 or read_json(response).get("code") not in _RENEWABLE:
            return False
        # Another thread may have signed in meanwhile.
        if self.key == key:
            made = self._renew()
            if made is None:
                return False
            self.key = made
        return True

    def _send_position(self, request: httpx.Request) -> None:
        """No copy of the service's database answers that is behind what this client has seen."""
        timeline, place = self._seen
        if place:
            request.headers[_POSITION] = f"{timeline}-{place:x}"

    def _note_position(self, response: httpx.Response) -> None:
        timeline, _, place = response.headers.get(_POSITION, "").partition("-")
        if place:
            # Answers to requests of several threads arrive in any order.
            self._seen = max(self._seen, (int(timeline), int(place, 16)))

    def headers(self) -> dict[str, str]:
        return {} if self.key is None else {"x-api-key": self.key}

    def open_stream(self, topics: str, cursor: str | None) -> Any:
        """The context of an answer that is read while it comes."""
        headers = {**self.headers(), "accept": "text/event-stream"}
        if cursor is not None:
            headers["last-event-id"] = cursor
        timeout = httpx.Timeout(_SILENCE)
        return self.http.stream(
            "GET", "/api/v1/stream", params={"topics": topics}, headers=headers, timeout=timeout
        )

    def _send(self, method: str, path: str, params: dict[str, Any], body: Any) -> httpx.Response:
        most = self._retries if method == "GET" or path in _REPEATABLE else 0
        lost: Exception | None = None
        for attempt in range(most + 1):
            pause: float | None = None
            try:
                response = self.http.request(method, path, params=params, json=body, headers=self.headers())
            except httpx.TransportError as error:
                lost = error
                if attempt == most:
                    raise self._offline() from error
            else:
                if response.status_code >= 500:
                    lost = to_error(response.status_code, read_json(response), response.headers)
                pause = read_retry_after(response.headers)
                # A longer wait is the caller's decision.
                is_long = pause is not None and pause > _MOST_PAUSE
                if response.status_code not in _TRANSIENT or attempt == most or is_long:
                    # The limit of requests says nothing of the try before, whose answer is lost.
                    if lost is not None and response.status_code == 429:
                        raise self._offline() from lost
                    return response
            time.sleep(_FIRST_PAUSE * 2**attempt if pause is None else pause)
        raise AssertionError("the loop returns or raises")

    def _offline(self) -> NetworkError:
        return NetworkError(f"{self.url} cannot be reached", code="OFFLINE", remedy=CLIENT_REMEDIES["OFFLINE"])


def read_json(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}

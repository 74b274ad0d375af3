"""Rows of topics as they come."""

from __future__ import annotations

import codecs
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypedDict

import httpx

from .errors import AtollError, to_error
from .transport import Transport, read_json

_DEFAULT_RETRY = 2.0
_MOST_RETRY = 60.0


class StreamEvent(TypedDict):
    """A row as its list has it, or `reorg`."""

    event: str
    id: str
    data: Any


class ReorgData(TypedDict):
    """Data of a `reorg`: rows that were removed, by their kind."""

    fromBlock: int
    removedIds: dict[str, list[Any]]


def read_stream(transport: Transport, topics: Sequence[str], after: str | None) -> Iterator[StreamEvent]:
    """After a lost connection it goes on behind the last event, without a gap and without a repetition; it ends when
    the caller leaves the loop."""
    cursor, retry, failures = after, _DEFAULT_RETRY, 0
    while True:
        key = transport.key
        try:
            with transport.open_stream(",".join(topics), cursor) as response:
                if response.status_code >= 400:
                    response.read()
                    if transport.may_renew(response, key):
                        continue
                    raise to_error(response.status_code, read_json(response), response.headers)
                for fields in _read_blocks(response.iter_bytes()):
                    if fields.get("retry", "").isdigit():
                        retry = int(fields["retry"]) / 1_000
                    if "event" in fields and "data" in fields:
                        failures = 0
                        if fields["event"] != "ready":
                            yield {
                                "event": fields["event"],
                                "id": fields.get("id", ""),
                                "data": _parse_json(fields["data"]),
                            }
                    # Only now: what the reader did not take is sent again. Ids of heartbeats count, too.
                    cursor = fields.get("id", cursor)
        except httpx.TransportError:
            pass
        except AtollError as error:
            if error.status not in (0, 429) and error.status < 500:
                raise
            time.sleep(error.retry_after or 0)
        time.sleep(min(retry * 2 ** min(failures, 5), _MOST_RETRY))
        failures += 1


def _read_blocks(chunks: Iterable[bytes]) -> Iterator[dict[str, str]]:
    """Fields of the texts between empty lines. Only line feeds end a line: rows may have other separators."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    rest = ""
    for chunk in chunks:
        *blocks, rest = (rest + decoder.decode(chunk)).split("\n\n")
        for block in blocks:
            yield dict(_parse_line(line) for line in block.split("\n") if line.find(":") > 0)


def _parse_line(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name, value.lstrip(" ")


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        message = "The stream has sent something that is not JSON"
        raise AtollError(message, code="INTERNAL_ERROR", status=502) from None

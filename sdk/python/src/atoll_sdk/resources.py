"""Resources of the service, named as its routes. Actions of a group are its methods: `atoll.tokens.buy(token=…)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .client import Atoll


class List:
    """Iterates over the rows of all pages; `page` answers one with `data` and `pagination`."""

    def __init__(self, atoll: Atoll, path: str, query: dict[str, Any], rows: str = "data") -> None:
        self._atoll, self._path, self._query, self._rows = atoll, path, query, rows

    def page(self, **query: Any) -> dict[str, Any]:
        return dict(self._atoll.request("GET", self._path, query={**self._query, **query}))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        query: dict[str, Any] | None = {}
        seen: set[Any] = set()
        while query is not None:
            page = self.page(**query)
            for row in page[self._rows]:
                # Rows that are added at the front move others to the next page, where they come again.
                if "id" not in row or row["id"] not in seen:
                    seen.add(row.get("id"))
                    yield row
            query = _next_page(page["pagination"])


def _next_page(pagination: dict[str, Any]) -> dict[str, Any] | None:
    if "nextCursor" in pagination:
        cursor = pagination["nextCursor"]
        return None if cursor is None else {"cursor": cursor}
    if "page" in pagination:
        return {"page": pagination["page"] + 1} if pagination["hasMore"] else None
    offset = pagination["offset"] + pagination["limit"]
    return {"offset": offset} if offset < pagination["total"] else None


class Actions:
    """The actions of a group: `claim` of "faucet" is the action "faucet.claim"."""

    def __init__(self, atoll: Atoll, group: str) -> None:
        self._atoll, self._group = atoll, group

    def __getattr__(self, name: str) -> Callable[..., dict[str, Any]]:
        if name.startswith("_"):
            raise AttributeError(name)
        head, *rest = name.split("_")
        action = f"{self._group}.{head}{''.join(part.capitalize() for part in rest)}"
        return lambda **fields: self._atoll.execute({**fields, "action": action})

    def _get(self, path: str, **query: Any) -> Any:
        return self._atoll.request("GET", path, query=query)

    def _list(self, path: str, query: dict[str, Any], rows: str = "data") -> List:
        return List(self._atoll, path, query, rows)


class Tokens(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "token")

    def list(self, **query: Any) -> List:
        return self._list("/api/v1/tokens", query)

    def get(self, address: str) -> dict[str, Any]:
        return dict(self._get(f"/api/v1/tokens/{address}")["data"])

    def candles(self, address: str, **query: Any) -> Any:
        return self._get(f"/api/v1/tokens/{address}/candles", **query)["data"]

    def trades(self, address: str, **query: Any) -> List:
        return self._list(f"/api/v1/tokens/{address}/trades", query)


class Markets(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "market")

    def list(self, **query: Any) -> List:
        return self._list("/api/v1/tokens", {**query, "isPrediction": "true"})

    def get(self, address: str) -> dict[str, Any]:
        return dict(self._get(f"/api/v1/tokens/{address}")["data"])

    def orders(self, address: str, **query: Any) -> List:
        return self._list(f"/api/v1/tokens/{address}/orders", query)

    def list_shares(self, **fields: Any) -> dict[str, Any]:
        return self._atoll.execute({**fields, "action": "market.list"})


class Loans(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "loan")

    def list(self, **query: Any) -> List:
        return self._list("/api/v1/loans", query)


class Vault(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "vault")

    def events(self, **query: Any) -> List:
        return self._list("/api/v1/vault/events", query)


class Vesting(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "vesting")

    def events(self, **query: Any) -> List:
        return self._list("/api/v1/vesting/events", query)


class Updown(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "updown")

    def rounds(self, **query: Any) -> List:
        return self._list("/api/v1/updown/rounds", query, rows="rounds")


class Agents(Actions):
    def __init__(self, atoll: Atoll) -> None:
        super().__init__(atoll, "agent")

    def list(self, **query: Any) -> List:
        return self._list("/api/agents", query)


class Me:
    """What belongs to the wallet of the key."""

    def __init__(self, atoll: Atoll) -> None:
        self._atoll = atoll

    def profile(self) -> dict[str, Any]:
        return dict(self._atoll.request("GET", "/api/v1/me/profile"))

    def stats(self) -> dict[str, Any]:
        return dict(self._atoll.request("GET", "/api/v1/me/stats"))

    def orders(self, **query: Any) -> List:
        return List(self._atoll, "/api/v1/me/orders", query)


class Reef:
    def __init__(self, atoll: Atoll) -> None:
        self._atoll = atoll

    def feed(self, **query: Any) -> List:
        return List(self._atoll, "/api/reef/feed", query)

    def post(self, **body: Any) -> dict[str, Any]:
        return dict(self._atoll.request("POST", "/api/reef/post", body=body))

"""Trades on a running instance."""

from __future__ import annotations

import json
import os
from pathlib import Path

from atoll_sdk import Atoll, AtollError, LimitedSigner, LimitError, parse_limits, write_limits
from key_signer import KeySigner

url, signer = os.environ["ATOLL_URL"], KeySigner(os.environ["ATOLL_PRIVATE_KEY"])
keys: list[str] = []
atoll = Atoll(url, signer=signer, on_key=keys.append)
tide = atoll.contracts()["mainToken"]
bought = atoll.tokens.buy(token=tide, amount=str(10**18))
sold = atoll.tokens.sell(token=tide, amount=str(10**17))
symbols = [token["symbol"] for token in atoll.tokens.list(limit=1)]
trades = list(atoll.tokens.trades(tide, limit=1))
events = atoll.stream(["trades"], after="0")

limits_file = Path(os.environ["ATOLL_LIMITS"])
write_limits(limits_file, parse_limits({"maxPerDay": "1.5"}))
limited = LimitedSigner(KeySigner(os.environ["ATOLL_PRIVATE_KEY"]), limits_file)
codes: list[str] = []
for _ in range(2):
    try:
        limited.execute(atoll, {"action": "token.buy", "token": tide, "amount": str(10**18)})
    except LimitError as error:
        codes.append(error.code)
# A kept key is used again; without one the reason says what to give.
kept = Atoll(url, signer=signer, key=keys[0], on_key=keys.append).me.profile()["wallet"]
refused: list[str | None] = []
for client in (Atoll(url), Atoll(url, signer=signer)):
    try:
        client.me.profile()
    except AtollError as error:
        refused.append(error.remedy)
print(
    json.dumps(
        {
            "events": [event["type"] for done in (bought, sold) for event in done["events"]],
            "symbols": symbols,
            "trades": len(trades),
            "streamed": next(events)["event"],
            "codes": codes,
            "kept": kept,
            "keys": len(keys),
            "refused": refused,
        }
    )
)

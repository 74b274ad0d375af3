"""Trades on a running instance. ATOLL_SIGNER names a program that signs: eth-account need not be there."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

from atoll_sdk import Atoll


class ProgramSigner:
    def __init__(self) -> None:
        self.address = str(self._ask({"address": True}))

    def sign_transaction(self, transaction: dict[str, Any]) -> str:
        amounts = {name: str(value) for name, value in transaction.items()}
        return str(self._ask({"transaction": amounts}))

    def sign_message(self, message: str) -> str:
        return str(self._ask({"message": message}))

    def _ask(self, question: dict[str, Any]) -> Any:
        command = json.loads(os.environ["ATOLL_SIGNER"])
        done = subprocess.run(command, input=json.dumps(question), capture_output=True, text=True, check=True)
        return json.loads(done.stdout)


atoll = Atoll(os.environ["ATOLL_URL"], signer=ProgramSigner())
tide = atoll.contracts()["mainToken"]
bought = atoll.tokens.buy(token=tide, amount=str(10**18))
sold = atoll.tokens.sell(token=tide, amount=str(10**17))
symbols = [token["symbol"] for token in atoll.tokens.list(limit=1)]
trades = list(atoll.tokens.trades(tide, limit=1))
events = atoll.stream(["trades"], after="0")
print(
    json.dumps(
        {
            "events": [event["type"] for done in (bought, sold) for event in done["events"]],
            "symbols": symbols,
            "trades": len(trades),
            "streamed": next(events)["event"],
        }
    )
)

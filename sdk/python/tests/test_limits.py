"""The signer with limits: what it refuses, and that it counts together with other programs."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx
from atoll_sdk import DailySpending, LimitedSigner, LimitError, parse_limits, parse_usdb, write_limits
from test_client import BOOK, FakeSigner, answer_purchase, serve

NOON = datetime(2026, 11, 24, 12, tzinfo=timezone.utc)
USDB = 10**18


class Limits(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "limits.json"
        self.signer = FakeSigner()
        self.atoll, _ = serve(answer_purchase, signer=None, contracts=BOOK, key="k")

    def buy(self, now: datetime = NOON, **options: Any) -> None:
        limited = LimitedSigner(self.signer, self.file, now=lambda: now, **options)
        limited.execute(self.atoll, {"action": "token.buy", "token": "0x" + "4" * 40, "amount": str(3 * USDB)})

    def refuse(self, code: str, **options: Any) -> None:
        with self.assertRaises(LimitError) as caught:
            self.buy(**options)
        self.assertEqual(caught.exception.code, code)

    def test_refuses_amounts_actions_and_times_beyond_them_unsigned(self) -> None:
        limits = {
            "LIMIT_PER_ACTION": {"maxPerAction": "2.999999999999999999"},
            "LIMIT_PER_DAY": {"maxPerDay": "2"},
            "ACTION_NOT_ALLOWED": {"actions": ["market.buy"]},
            "LIMITS_EXPIRED": {"expires": "2026-11-24T12:00:00Z"},
        }
        for code, each in limits.items():
            write_limits(self.file, parse_limits(each))
            self.refuse(code)
        self.assertEqual(self.signer.signed, [])
        write_limits(self.file, parse_limits({"expires": "2026-11-24T12:00:01Z", "maxPerDay": "3"}))
        self.buy()
        self.assertEqual(len(self.signer.signed), 2)

    def test_counts_days_in_utc_in_the_file_of_the_command(self) -> None:
        write_limits(self.file, parse_limits({"maxPerDay": "5"}))
        line = {"id": "1", "amount": str(2 * USDB), "action": "token.buy", "wallet": "0x"}
        day = self.file.with_name("limits.json.2026-11-24.spent")
        day.write_text(json.dumps(line) + "\n")
        self.buy()
        self.refuse("LIMIT_PER_DAY")
        self.assertEqual(DailySpending(self.file).spent_on(NOON), 5 * USDB)
        self.assertEqual(day.stat().st_mode & 0o022, 0)
        self.buy(datetime(2026, 11, 25, tzinfo=timezone.utc))

    def test_gives_back_what_was_not_signed(self) -> None:
        def fail(transaction: Any) -> str:
            raise OSError("no device")

        self.signer.sign_transaction = fail  # type: ignore[method-assign]
        self.assertRaises(OSError, self.buy)
        self.assertEqual(DailySpending(self.file).spent_on(NOON), 0)

    def test_asks_above_an_amount(self) -> None:
        write_limits(self.file, parse_limits({"confirmAbove": "2"}))
        self.refuse("NOT_CONFIRMED", confirm=lambda checked: False)
        self.buy(confirm=lambda checked: checked.usdb == 3 * USDB)
        self.assertEqual(len(self.signer.signed), 2)

    def test_refuses_limits_that_it_cannot_read_or_that_others_may_write(self) -> None:
        for text in ("{", '{"maxPerActoin": "1"}', '{"maxPerDay": 5}', '{"maxPerDay": "-1"}', '{"expires": "soon"}'):
            self.file.write_text(text)
            os.chmod(self.file, 0o600)
            self.refuse("LIMITS_UNREADABLE")
        write_limits(self.file, parse_limits({}))
        os.chmod(self.file, 0o620)
        self.refuse("LIMITS_UNREADABLE")
        os.chmod(self.file, 0o600)
        DailySpending(self.file)._file_of(NOON).write_text("{}\n")
        self.refuse("LIMITS_UNREADABLE")
        self.assertEqual(self.signer.signed, [])

    def test_reads_amounts_as_people_write_them(self) -> None:
        self.assertEqual(parse_usdb("12.5"), 125 * USDB // 10)
        for text in ("1e3", "-1", "01", "1.", "٣", ""):
            self.assertRaises(LimitError, parse_usdb, text)


if __name__ == "__main__":
    unittest.main()

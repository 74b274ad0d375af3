"""Judges builds that another program hands it: whether each would be signed, and the USDB that the limits count.

Only what signs nothing is loaded, so that httpx need not be there."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path

package = types.ModuleType("atoll_sdk")
package.__path__ = [str(Path(__file__).parent.parent / "src/atoll_sdk")]
sys.modules["atoll_sdk"] = package

from atoll_sdk.errors import UnexpectedTransactionError  # noqa: E402
from atoll_sdk.spending import count_usdb  # noqa: E402
from atoll_sdk.verification import verify_build  # noqa: E402

question = json.load(sys.stdin)
verdicts: list[str | None] = []
for case in question["cases"]:
    try:
        verify_build(case["build"], case["action"], case["wallet"], question["book"], question["maxNativeCost"])
        counted = count_usdb(case["action"], case["build"], question["book"])
        verdicts.append(f"{counted.usdb}{'' if counted.is_whole else ' and more'}")
    except UnexpectedTransactionError:
        verdicts.append(None)
json.dump(verdicts, sys.stdout)

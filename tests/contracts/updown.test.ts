import type { Abi } from "viem"
import { expect, test } from "vitest"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"

/** Event signatures with their indexed parameters marked. */
function signaturesOf(abi: Abi): string[] {
  return abi.flatMap((item) => {
    if (item.type !== "event") return []
    const inputs = item.inputs.map(({ type, indexed, name }) =>
      [type, indexed ? `^${name}` : name].join(" "),
    )
    return [`${item.name}(${inputs.join(", ")})`]
  })
}

test("price rounds have the events that the index reads", () => {
  expect(signaturesOf(upDownAbi)).toEqual(
    expect.arrayContaining([
      "NewRound(uint8 ^tf, uint256 ^roundId, uint256 startTime, uint256 endTime, int256 startPrice, uint256 seedBonus)",
      "BetPlaced(uint8 ^tf, address ^user, uint256 ^roundId, uint8 side, uint256 amount, uint256 shares)",
      "RoundSettled(uint8 ^tf, uint256 ^roundId, address ^settler, int256 endPrice, uint8 outcome)",
      "RoundCanceled(uint8 ^tf, uint256 ^roundId)",
      "BetWon(uint8 ^tf, address ^user, uint256 ^roundId, uint256 stake, uint256 payout)",
      "BetRefunded(uint8 ^tf, address ^user, uint256 ^roundId, uint256 amount)",
      "PausedSet(bool paused)",
      "CarryoverCaptured(uint8 ^tf, uint256 ^fromRoundId, uint256 amount)",
      "PredictionStarted(uint8 ^tf, uint256 ^roundId)",
    ]),
  )
})

test("a local feed announces its updates as Chainlink's does", () => {
  expect(signaturesOf(priceFeedAbi)).toContain(
    "AnswerUpdated(int256 ^current, uint256 ^roundId, uint256 updatedAt)",
  )
})

/** Clients decide by the names of these errors, which have no arguments. */
test("the errors of price rounds have no arguments", () => {
  const names =
    `AlreadyBetOnOtherSide AlreadyStarted BettingClosed InvalidAmount InvalidPrice InvalidTimeframe
    NoActiveRound NoUpdateAfterEndTime NoValidPriceInWindow NothingToClaim Paused RoundAlreadySettled
    RoundNotSettled StalePrice TooEarlyToSettle TooLateForValidPrice ZeroAddress ZeroShares`.split(
      /\s+/,
    )
  const plain = upDownAbi.flatMap((item) =>
    item.type === "error" && item.inputs.length === 0 ? [String(item.name)] : [],
  )
  expect(plain).toEqual(expect.arrayContaining(names))
})

import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  type Log,
} from "viem"
import { expect, test } from "vitest"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { describeCall } from "@/lib/transactions/describe-call"
import { describeLogs } from "@/lib/transactions/describe-logs"
import type { Names, Sentence } from "@/lib/transactions/schema"
import { WAD } from "@/lib/units"

const at = (digit: string) => `0x${digit.repeat(40)}` as const
const [USDB, TIDE, ROUNDS, ALICE] = [at("1"), at("2"), at("3"), at("a")]
const names: Names = { [ROUNDS]: { name: "BTC rounds", kind: "contract" } }

const toText = (sentence: Sentence) =>
  sentence
    .map((part) => {
      if (typeof part === "string") return part
      if (part.kind === "address") return part.address === ROUNDS ? "BTC rounds" : "Alice"
      return part.kind === "usd" ? `$${part.value / WAD}` : part.kind
    })
    .join("")

function linesOf(eventName: string, args: Record<string, unknown>) {
  const { inputs } = getAbiItem({ abi: upDownAbi, name: eventName } as never) as AbiEvent
  const plain = inputs.filter(({ indexed }) => !indexed)
  const topics = encodeEventTopics({ abi: upDownAbi, eventName, args } as never)
  const data = encodeAbiParameters(plain, plain.map((input) => args[input.name ?? ""]) as never)
  const log = { address: ROUNDS, topics, data } as unknown as Log
  return describeLogs([log], names, { usdb: USDB, mainToken: TIDE }).map(
    ({ weight, sentence }) => `${weight}: ${toText(sentence)}`,
  )
}

const round = { tf: 0, roundId: 12n }
const bet = { ...round, user: ALICE, amount: 5n * WAD, shares: 1n }
const end = { ...round, settler: ALICE, endPrice: 9_500_050_000_000n }

test.each([
  ["BetPlaced", { ...bet, side: 1 }, "main: Alice bet $5 on up in round 12 of 5m of BTC rounds"],
  ["BetPlaced", { ...bet, side: 2 }, "main: Alice bet $5 on down in round 12 of 5m of BTC rounds"],
  [
    "RoundSettled",
    { ...end, outcome: 2 },
    "main: Alice settled round 12 of 5m of BTC rounds: down won, at $95000.5",
  ],
  [
    "RoundSettled",
    { ...end, outcome: 3, endPrice: 16n },
    "main: Alice settled round 12 of 5m of BTC rounds: bets are paid back, at $0.00000016",
  ],
  ["RoundCanceled", round, "main: Canceled round 12 of 5m of BTC rounds: bets are paid back"],
  [
    "BetWon",
    { ...round, user: ALICE, stake: WAD, payout: 9n * WAD },
    "main: Alice received $9 from round 12 of 5m of BTC rounds",
  ],
  ["BetRefunded", bet, "main: Alice got back $5 from round 12 of 5m of BTC rounds"],
  [
    "NewRound",
    { ...round, startTime: 1n, endTime: 2n, startPrice: 95_000n * 10n ** 8n, seedBonus: 0n },
    "detail: Opened round 12 of 5m of BTC rounds at $95000",
  ],
  [
    "CarryoverCaptured",
    { tf: 0, fromRoundId: 1n, amount: 3n * WAD },
    "detail: $3 are carried over to the next round",
  ],
  ["PausedSet", { paused: true }, "main: Stopped bets on BTC rounds"],
])("%s %#", (name, args, expected) => {
  expect(linesOf(name, args)).toEqual([expected])
})

test.each([
  ["betBull", [2, 5n * WAD], "Bet $5 on up in the 1h round of BTC rounds"],
  ["betBear", [4, 5n * WAD], "Bet $5 on down in the 24h round of BTC rounds"],
  ["bet", [0, 7n, 2, 5n * WAD, 1n], "Bet $5 on down in round 7 of 5m of BTC rounds"],
  ["settleCurrentRound", [0], "Settle the 5m round of BTC rounds"],
  ["cancelCurrentRoundAndStartNext", [1], "Cancel the 15m round of BTC rounds"],
  ["startRound", [3], "Open the next 4h round of BTC rounds"],
  ["claim", [0, 9n], "Claim round 9 of 5m of BTC rounds"],
  [
    "claimMany",
    [
      [0, 1],
      [9n, 3n],
    ],
    "Claim 2 rounds of BTC rounds",
  ],
  ["claimMany", [[0], [9n]], "Claim 1 round of BTC rounds"],
  ["panicCancel", [], "Cancel all open rounds of BTC rounds"],
  ["resumePrediction", [], "Open rounds of BTC rounds"],
])("call of %s %#", (functionName, args, expected) => {
  const data = encodeFunctionData({ abi: upDownAbi, functionName, args } as never)
  expect(toText(describeCall(ROUNDS, data, 0n))).toBe(expected)
})

import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Log,
  maxUint256,
  zeroAddress,
} from "viem"
import { describe, expect, test } from "vitest"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { describeCall } from "@/lib/transactions/describe-call"
import { describeLogs } from "@/lib/transactions/describe-logs"
import type { Names, Sentence } from "@/lib/transactions/schema"
import { WAD } from "@/lib/units"

const at = (digit: string) => `0x${digit.repeat(40)}` as const
const [USDB, TIDE, ROUTER, KELP, WALLET] = [at("1"), at("2"), at("3"), at("4"), at("5")]
const [RAIN, RESOLVER] = [at("6"), at("a")]

const names: Names = {
  [USDB]: { name: "USDB", kind: "dollar" },
  [TIDE]: { name: "TIDE", kind: "token" },
  [ROUTER]: { name: "the router", kind: "contract" },
  [KELP]: { name: "KELP", kind: "token" },
  [RAIN]: {
    name: "RAIN",
    kind: "token",
    market: { question: "Will it rain?", options: ["Yes", "No"] },
  },
  [RESOLVER]: { name: "the resolver", kind: "contract" },
}
const places = { usdb: USDB, mainToken: TIDE }

const option = ({ token, outcome }: { token: string; outcome: number }) =>
  `“${names[token]?.market?.options[outcome] ?? outcome}”`

/** As it reads on the page, with whole units. */
function read(sentence: Sentence) {
  return sentence
    .map((part) => {
      if (typeof part === "string") return part
      if (part.kind === "address") return names[part.address]?.name ?? part.address.slice(0, 4)
      if (part.kind === "market") return names[part.token]?.market?.question ?? "?"
      if (part.kind === "outcome") return option(part)
      if (part.kind === "shares") return `${part.value / WAD} shares of ${option(part)}`
      if (part.kind === "token") return names[part.token]?.name ?? "?"
      if (part.kind === "amount") return `${part.value / WAD} ${names[part.token]?.name ?? "?"}`
      if (part.kind === "usd") return `$${part.value / WAD}`
      return part.kind === "percent" ? `${part.basisPoints} bp` : `“${part.text}”`
    })
    .join("")
}

const trade = { abi: swapAbi, functionName: "buyTokens" } as const
const approve = { abi: usdbAbi, functionName: "approve" } as const

describe("a call", () => {
  test.each([
    [
      "a purchase",
      ROUTER,
      encodeFunctionData({ ...trade, args: [24n * WAD, 2n * WAD, [USDB, TIDE, KELP], false] }),
      "Buy KELP for 24 USDB, at least 2 KELP",
    ],
    [
      "a sale",
      ROUTER,
      encodeFunctionData({
        abi: swapAbi,
        functionName: "sellTokens",
        args: [2n * WAD, 20n * WAD, [KELP, TIDE, USDB], false],
      }),
      "Sell 2 KELP for USDB, at least 20 USDB",
    ],
    [
      "an approval",
      USDB,
      encodeFunctionData({ ...approve, args: [ROUTER, 5n * WAD] }),
      "Approve the router to spend up to 5 USDB",
    ],
    [
      "an approval without bound",
      USDB,
      encodeFunctionData({ ...approve, args: [ROUTER, maxUint256] }),
      "Approve the router to spend any amount of USDB",
    ],
    [
      "a withdrawn approval",
      USDB,
      encodeFunctionData({ ...approve, args: [ROUTER, 0n] }),
      "Revoke the approval of the router for USDB",
    ],
    [
      "a launch",
      at("6"),
      encodeFunctionData({
        abi: tokenFactoryAbi,
        functionName: "createToken",
        args: ["KELP", "Kelp Works", 75n, false, 0n, 1_000n, false, 0n, false],
      }),
      "Launch the token “KELP”, called “Kelp Works”",
    ],
    [
      "a claim",
      USDB,
      encodeFunctionData({ abi: usdbAbi, functionName: "faucet", args: [zeroAddress] }),
      "Claim from the faucet",
    ],
    [
      "a surge",
      at("7"),
      encodeFunctionData({
        abi: taxesAbi,
        functionName: "startSurgeTax",
        args: [500n, 100n, 3_600n, KELP],
      }),
      "Start a surge tax on KELP, from 500 bp to 100 bp",
    ],
    [
      "an operator's call",
      at("7"),
      encodeFunctionData({ abi: taxesAbi, functionName: "setMarketRegistry", args: [ROUTER] }),
      "Set market registry of 0x77",
    ],
    ["somebody else's function", at("8"), "0xdeadbeef00" as const, "Call 0x88 with 0xdeadbeef"],
  ])("says what it asks for: %s", (_, to, data, words) => {
    expect(read(describeCall(to, data, 0n))).toBe(words)
  })

  test("without data sends coins, without a receiver makes a contract", () => {
    expect(read(describeCall(WALLET, "0x", 1n))).toBe("Send native coin to 0x55")
    expect(read(describeCall(null, "0x6000", 0n))).toBe("Create a contract")
  })
})

function traded(address: `0x${string}`): Log {
  const parameters = [
    { type: "uint256" },
    { type: "uint256" },
    { type: "uint256" },
    { type: "uint8" },
  ] as const
  return log(
    address,
    encodeEventTopics({ abi: factoryTokenAbi, eventName: "TokensTraded", args: { user: WALLET } }),
    encodeAbiParameters(parameters, [2n * WAD, 24n * WAD, 11n * WAD, 0]),
  )
}

function transfer(address: `0x${string}`, from: `0x${string}`, to: `0x${string}`): Log {
  return log(
    address,
    encodeEventTopics({ abi: usdbAbi, eventName: "Transfer", args: { from, to } }),
    encodeAbiParameters([{ type: "uint256" }], [3n * WAD]),
  )
}

function log(address: Log["address"], topics: unknown, data: Log["data"]): Log {
  return {
    address,
    topics: topics as Log["topics"],
    data,
    blockHash: null,
    blockNumber: null,
    logIndex: null,
    transactionHash: null,
    transactionIndex: null,
    removed: false,
  }
}

describe("events", () => {
  test("begin with what it was about; the leg through the main token is a detail", () => {
    const lines = describeLogs(
      [
        traded(TIDE),
        transfer(USDB, WALLET, TIDE),
        transfer(KELP, zeroAddress, WALLET),
        traded(KELP),
      ],
      names,
      places,
    )
    expect(lines.map(({ weight, sentence }) => `${weight}: ${read(sentence)}`)).toEqual([
      "main: 0x55 bought 2 KELP for $24",
      "money: 0x55 sent 3 USDB to TIDE",
      "money: 3 KELP minted to 0x55",
      "detail: 0x55 bought 2 TIDE for $24",
    ])
  })

  test("name a trade of the main token itself as the point", () => {
    const [line] = describeLogs([traded(TIDE)], names, places)
    expect(line?.weight).toBe("main")
  })

  test("of a stranger are not believed, whatever they look like", () => {
    const lines = describeLogs([traded(at("9"))], names, places)
    expect(lines.map(({ sentence }) => read(sentence))).toEqual(["Unknown event of 0x99"])
  })

  test("that cannot be read are passed over", () => {
    const strange = log(KELP, [`0x${"f".repeat(64)}`], "0x")
    expect(describeLogs([strange], names, places)).toEqual([])
  })
})

describe("prediction markets", () => {
  const trading = { abi: marketTradingAbi } as const
  const resolving = { abi: marketResolverAbi } as const

  test.each([
    [
      encodeFunctionData({
        ...trading,
        functionName: "buy",
        args: [RAIN, 0, USDB, 10n * WAD, 0n, 15n * WAD],
      }),
      "Buy at least 15 shares of “Yes” in Will it rain? for 10 USDB",
    ],
    [
      encodeFunctionData({
        ...trading,
        functionName: "listOrder",
        args: [RAIN, 1, 4n * WAD, WAD / 2n],
      }),
      "Offer 4 shares of “No” in Will it rain? for $0 each",
    ],
    [
      encodeFunctionData({ ...resolving, functionName: "proposeOutcome", args: [RAIN, 0] }),
      "Propose “Yes” for Will it rain?",
    ],
    [
      encodeFunctionData({ ...resolving, functionName: "dispute", args: [RAIN, 1] }),
      "Dispute with “No” in Will it rain?",
    ],
    [
      encodeFunctionData({ ...resolving, functionName: "stake", args: [TIDE] }),
      "Stake 5 TIDE to vote in disputes",
    ],
    [
      encodeFunctionData({
        abi: privateMarketTradingAbi,
        functionName: "manageVoter",
        args: [RAIN, WALLET, true],
      }),
      "Add 0x55 as a voter of Will it rain?",
    ],
  ])("a call reads %#", (data, expected) => {
    expect(read(describeCall(RESOLVER, data, 0n))).toBe(expected)
  })

  const resolverVote = {
    topics: encodeEventTopics({
      ...resolving,
      eventName: "Vote",
      args: { marketToken: RAIN },
    }),
    data: encodeAbiParameters([{ type: "address" }, { type: "uint8" }], [WALLET, 1]),
  }
  const privateVote = {
    topics: encodeEventTopics({
      abi: privateMarketTradingAbi,
      eventName: "Vote",
      args: { marketToken: RAIN, voter: WALLET },
    }),
    data: encodeAbiParameters([{ type: "uint8" }], [1]),
  }

  test.each([
    ["the resolver", resolverVote],
    ["the private contract", privateVote],
  ])("a vote on %s reads the same", (_, { topics, data }) => {
    const [line] = describeLogs([log(RESOLVER, topics, data)], names, places)
    expect(line && read(line.sentence)).toBe("0x55 voted for “No” for Will it rain?")
  })
})

import { type Address, createPublicClient, maxUint256 } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import priceFeed from "@/contracts/bytecode/PriceFeed.json" with { type: "json" }
import upDownCode from "@/contracts/bytecode/UpDown.json" with { type: "json" }
import { toAddress } from "@/lib/chain/browser"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import { outcomes, type Side, sides, toSideNumber } from "@/lib/updown/constants"
import {
  bettingEnd,
  claimOf,
  nextVirtualBase,
  payoutOf,
  priceStaleness,
  seedFor,
  sharesOfBet,
  weightAt,
} from "@/lib/updown/math"
import { timeframes } from "@/lib/updown/timeframes"
import { alice, bob, carol, operator, startChain, type TestChain } from "@/tests/helpers/chain"
import { runs } from "@/tests/helpers/deep"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { anyAmount, randomNumbers } from "./cases"

const ROUNDS = runs(6, 200)
const DURATION = 300
const wallets = [alice, bob, carol]

let chain: TestChain
let feed: Address
let upDown: Address

beforeAll(async () => {
  chain = await startChain()
  // Weights change every second, so state and transaction must have the same timestamp.
  await chain.call("anvil_setBlockTimestampInterval", 0)
  feed = await deploy(priceFeed.bytecode, priceFeedAbi, ["BTC / USD", operator])
  upDown = await deploy(upDownCode.bytecode, upDownAbi, [chain.book.swap, feed, operator, WAD])
  for (const wallet of wallets) {
    await chain.write(wallet, chain.book.usdb, usdbAbi, "approve", [upDown, maxUint256])
  }
  await post(95_000n)
  await chain.write(operator, upDown, upDownAbi, "startPrediction", [])
})

afterAll(() => chain?.stop())

const deploy = async (
  ...[bytecode, abi, args]: [string, Parameters<TestChain["deploy"]>[0], unknown[]]
) => toAddress((await chain.deploy(abi, bytecode, args)).contractAddress ?? "")

const post = (price: bigint) => chain.write(operator, feed, priceFeedAbi, "update", [price])

const contract = () => ({ address: upDown, abi: upDownAbi }) as const
const client = () => createPublicClient({ transport: nodeTransport(chain.url), cacheTime: 0 })

async function readRound(id: bigint) {
  const values = await client().readContract({
    ...contract(),
    functionName: "getRound",
    args: [0, id],
  })
  const [startTime, endTime, , startPrice, , , bull, bear, bullPool, bearPool] = values
  const [sharesBull, sharesBear, seedBonus, outcome] = values.slice(10) as [
    bigint,
    bigint,
    bigint,
    number,
  ]
  const pools = { bullPool, bearPool, sharesBull, sharesBear, seedBonus }
  return { startTime, endTime, startPrice, reserves: { bull, bear }, outcome, pools }
}

async function readPosition(id: bigint, wallet: Address) {
  const [side, stake, shares] = await client().readContract({
    ...contract(),
    functionName: "getUserBet",
    args: [0, id, wallet],
  })
  return { side: sides[side - 1], stake, shares }
}

const readTimestamp = async () => (await client().getBlock()).timestamp

async function setTime(timestamp: bigint) {
  if (timestamp === (await readTimestamp())) return
  await chain.call("evm_setNextBlockTimestamp", Number(timestamp))
  await chain.mine()
}

/** Lets time pass and places a bet; the contract gives the shares and the payout that the twin says. */
async function bet(id: bigint, random: (below: bigint) => bigint) {
  await setTime((await readTimestamp()) + random(90n))
  const wallet = wallets[Number(random(3n))] ?? alice
  const round = await readRound(id)
  const now = await readTimestamp()
  const endsAt = await client().readContract({
    ...contract(),
    functionName: "bettingEndsAt",
    args: [0],
  })
  const [startTime, endTime] = [Number(round.startTime), Number(round.endTime)]
  expect(Number(endsAt)).toBe(bettingEnd({ startTime, endTime }))
  if (now >= endsAt) return
  const weight = weightAt(Number(now - round.startTime), DURATION)
  const before = await readPosition(id, wallet)
  const side: Side = before.side ?? sides[Number(random(2n))] ?? "bull"
  const amount = WAD + anyAmount(random, 20_000n * WAD)
  const { reserves } = round
  const shares = sharesOfBet(amount, side, { reserves, weight })

  const read = contract()
  const [probability, threshold] = await Promise.all([
    client().readContract({ ...read, functionName: "currentBullProbability", args: [0] }),
    client().readContract({ ...read, functionName: "currentSlippageThreshold", args: [0] }),
  ])
  expect(probability).toBe((reserves.bull * WAD) / (reserves.bull + reserves.bear))
  expect(threshold).toBe(weight)
  await chain.write(wallet, upDown, upDownAbi, "bet", [0, id, toSideNumber(side), amount, shares])
  const after = await readPosition(id, wallet)
  expect(after.shares - before.shares).toBe(shares)
  const payout = await client().readContract({
    ...read,
    functionName: "quoteCurrentPayout",
    args: [0, wallet],
  })
  expect(payout).toBe(payoutOf({ ...after, side }, (await readRound(id)).pools))
}

/** Ends the round with a price near its start price; claims and the next base are those of the twin. */
async function settle(id: bigint, random: (below: bigint) => bigint) {
  const { endTime, startPrice } = await readRound(id)
  const read = contract()
  const base = await client().readContract({ ...read, functionName: "protocolVirtBase", args: [0] })
  const now = await readTimestamp()
  await setTime((now > endTime ? now : endTime) + random(20n))
  await post(startPrice + random(5n) - 2n)
  await chain.write(bob, upDown, upDownAbi, "settleCurrentRound", [0])

  const { outcome: number, pools } = await readRound(id)
  const outcome = outcomes[number] ?? "pending"
  const seedPaid = await client().readContract({
    ...{ ...read, functionName: "seedPaid", args: [0, id] },
  })
  const losing = outcome === "bull_wins" ? pools.bearPool : pools.bullPool
  expect(seedPaid).toBe(outcome === "canceled" ? 0n : seedFor(losing, pools.seedBonus))
  for (const wallet of wallets) {
    const { side, ...position } = await readPosition(id, wallet)
    const owed = await client().readContract({
      ...read,
      functionName: "quoteClaimPayout",
      args: [0, id, wallet],
    })
    expect(owed).toBe(side ? claimOf({ ...position, side }, { ...pools, outcome, seedPaid }) : 0n)
    if (owed > 0n) await chain.write(wallet, upDown, upDownAbi, "claim", [0, id])
  }
  const next = await client().readContract({ ...read, functionName: "protocolVirtBase", args: [0] })
  const volume = pools.bullPool + pools.bearPool
  expect(next).toBe(outcome === "canceled" ? base : nextVirtualBase(base, volume))
  return outcome
}

test("start prices may be as old as the twin says", async () => {
  for (const { code, seconds } of timeframes) {
    const most = await client().readContract({
      ...{ ...contract(), functionName: "priceStaleness", args: [code] },
    })
    expect(Number(most)).toBe(priceStaleness(seconds))
  }
})

test("shares, payouts and the base of random rounds equal the twin, to the wei", async () => {
  const random = randomNumbers("updown")
  const seen = new Set<string>()
  for (let id = 1n; id <= BigInt(ROUNDS); id++) {
    for (let bets = 1n + random(5n); bets > 0n; bets--) await bet(id, random)
    seen.add(await settle(id, random))
  }
  expect([...seen].sort()).toEqual(["bear_wins", "bull_wins", "canceled"])
})

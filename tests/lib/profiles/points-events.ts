import { type EventRows, emptyEventRows } from "@/lib/events/event-rows"
import type { IngestBatch } from "@/lib/indexer/ingest"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { addressOf, MAIN, USDB } from "@/tests/helpers/rows"

/** What can happen to points, in one block each. */
export type PointsEvent =
  | { kind: "buy" | "share" | "fill"; wallet: number; token: number; usd: number }
  | { kind: "leg" | "sell"; wallet: number; token: number; usd: number }
  | { kind: "refer"; wallet: number; referrer: number }
  | { kind: "bet"; wallet: number; round: number; usd: number }
  | { kind: "end"; round: number; outcome: number }

/** What changes positions, and the price of TIDE in whole USDB. */
type PositionEvent =
  | { kind: "vault"; wallet: number; action: VaultStep; amount: number }
  | { kind: "loan"; wallet: number; borrowed: number; active: boolean }
  | { kind: "rate"; price: number }

export type HistoryEvent = PointsEvent | PositionEvent

type VaultStep = "wrap" | "unwrap" | "lock" | "unlock"

export const DAY_SECONDS = 86_400
/** Some days before today: what is held counts until the last midnight. */
export const FIRST_DAY = Math.floor(Date.now() / 1_000 / DAY_SECONDS) - 16
export const START_BLOCK = 10
export const WALLETS = 9
export const TOKENS = 3
export const getWallet = (number: number) => addressOf(0x500 + number)
/** Even ones are tokens, odd ones markets; each was created by the wallet of its number. */
export const getToken = (number: number) => addressOf(0x900 + number)

const wallet = fc.nat(WALLETS - 1)
const token = fc.nat(TOKENS * 2 - 1)
const usd = fc.oneof(
  fc.constantFrom(4, 5, 9, 10, 20, 600, 2_400, 4_999, 5_000, 9_000),
  fc.integer({ min: 1, max: 60_000 }),
)

/** Price rounds, and the numbers of their outcomes. */
const round = fc.integer({ min: 1, max: 6 })
const outcome = fc.constantFrom(1, 2, 3)

export const pointsEvent: fc.Arbitrary<PointsEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom("buy" as const), wallet, token, usd }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("share" as const, "fill" as const),
      wallet,
      token,
      usd,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("leg" as const, "sell" as const),
      wallet,
      token,
      usd,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("refer" as const), wallet, referrer: wallet }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("bet" as const), wallet, round, usd }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("end" as const), round, outcome }),
  },
)

/** All categories of points. */
export const historyEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 26, arbitrary: pointsEvent },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("vault" as const),
      wallet,
      action: fc.constantFrom("wrap", "wrap", "lock", "unwrap", "unlock"),
      amount: fc.constantFrom(1, 40, 9_000, 80_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("loan" as const),
      wallet,
      borrowed: fc.constantFrom(7, 3_000, 400_000),
      active: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rate" as const),
      price: fc.integer({ min: 1, max: 9 }),
    }),
  },
)

/** A block of a history: its number and its time, which tell its day. */
export type Block = { number: number; time: number; event: HistoryEvent }

/** Several blocks a day, over two weeks. */
export const toBlock = (event: HistoryEvent, place: number): Block => ({
  number: START_BLOCK + 1 + place,
  time: FIRST_DAY * DAY_SECONDS + place * 17_000,
  event: event,
})

/** The creations, all in the block before the history. */
export function createCreationsBatch(): IngestBatch {
  const eventRows = emptyEventRows()
  const transaction = createTransaction(START_BLOCK, FIRST_DAY * DAY_SECONDS)
  for (let number = 0; number < TOKENS * 2; number++) {
    const place = { id: transaction.id + number, txId: transaction.id }
    eventRows.tokenCreation.push({
      ...{ ...place, time: transaction.time, token: getToken(number), creator: getWallet(number) },
      ...{ name: "A", symbol: "A", multiplier: 100, baseReserve0: 1n, baseReserve1: 1n },
    })
    if (number % 2 === 0) continue
    eventRows.marketCreation.push({
      ...{
        ...place,
        token: getToken(number),
        kind: "public",
        isPrivateEvent: false,
        endTime: null,
      },
      ...{ options: '["Yes","No"]', baseReserve: WAD, challengeSeconds: 1, votingSeconds: 1 },
      vetoSeconds: 1,
    })
  }
  return { eventRows, transactions: [transaction], blocks: { from: START_BLOCK, to: START_BLOCK } }
}

export function toBatch({ number, time, event }: Block): IngestBatch {
  const eventRows = emptyEventRows()
  const transaction = createTransaction(number, time)
  const place = { id: transaction.id + 1, txId: transaction.id, time }
  if (event.kind === "refer") {
    const [user, referrer] = [getWallet(event.wallet), getWallet(event.referrer)]
    eventRows.referrerSet.push({ ...place, user, referrer })
    return { eventRows, transactions: [transaction], blocks: { from: number, to: number } }
  }
  const ofRound = (roundId: number) => ({
    ...{ ...place, contract: USDB, tf: 0, roundId, startTime: time, endTime: time + 300 },
    ...{ startPrice: 1n, seedBonus: 0n },
  })
  if (event.kind === "bet") {
    const bet = { wallet: getWallet(event.wallet), side: 1, amount: wei(event.usd), shares: WAD }
    eventRows.updownBet.push({ ...ofRound(event.round), ...bet })
    return { eventRows, transactions: [transaction], blocks: { from: number, to: number } }
  }
  if (event.kind === "end") {
    const end = {
      outcome: event.outcome,
      settler: null,
      endPrice: 2n,
      endPriceRoundId: 1n,
      seedPaid: 0n,
    }
    eventRows.updownEnd.push({ ...ofRound(event.round), ...end })
    return { eventRows, transactions: [transaction], blocks: { from: number, to: number } }
  }
  if (addPositionRows(eventRows, place, event))
    return { eventRows, transactions: [transaction], blocks: { from: number, to: number } }
  const [user, address, paid] = [getWallet(event.wallet), getToken(event.token), wei(event.usd)]
  if (event.kind === "share") {
    eventRows.shareTrade.push({
      ...{ ...place, token: address, buyer: user, outcome: 0, shares: WAD, usdc: paid },
      ...{ reserve: WAD, totalReserve: WAD * 2n },
    })
  } else if (event.kind === "fill") {
    eventRows.orderEvent.push({
      ...{ ...place, token: address, orderId: number, kind: 1, seller: USDB, outcome: 0 },
      ...{ totalAmount: WAD, price: WAD, buyer: user, amount: WAD, usdc: paid, amountLeft: 0n },
    })
  } else {
    eventRows.trade.push({
      ...{ ...place, token: address, user, type: event.kind === "sell" ? 1 : 0 },
      ...{ amountToken: WAD, amountUsdc: paid, price: WAD, routingLeg: event.kind === "leg" },
    })
  }
  return { eventRows, transactions: [transaction], blocks: { from: number, to: number } }
}

/** A vault that pays 11 TIDE for 10 wTIDE; whatever was borrowed is one loan of the wallet. */
function addPositionRows(
  eventRows: EventRows,
  place: { id: number; txId: number; time: number },
  event: HistoryEvent,
): event is PositionEvent {
  if (event.kind === "vault") {
    const shares = BigInt(event.amount) * WAD
    const [amount, amountOut] = {
      wrap: [toTide(shares), shares],
      unwrap: [shares, toTide(shares)],
      lock: [shares, null],
      unlock: [shares, null],
    }[event.action] as [bigint, bigint | null]
    const { wallet: number, action } = event
    const row = { ...place, wallet: getWallet(number), action, amount, amountOut, sharePrice: null }
    eventRows.vaultEvent.push(row)
  } else if (event.kind === "loan") {
    eventRows.loanEvent.push({
      ...{ ...place, source: "hub", action: event.active ? "increased" : "repaid" },
      ...{ wallet: getWallet(event.wallet), borrower: LOAN_HUB, loanId: event.wallet + 1 },
      ...{ hubId: event.wallet + 1, vestingId: null, data: "{}", token: MAIN },
      ...{ collateral: WAD, fullAmount: wei(event.borrowed), borrowedAmount: wei(event.borrowed) },
      ...{ creationTime: 0, liquidationTime: 1, liquidated: false, active: event.active },
    })
  } else if (event.kind === "rate") {
    const reserves = { reserve0: 10n * WAD, reserve1: BigInt(event.price) * 10n * WAD }
    eventRows.poolSync.push({ ...place, token: MAIN, ...reserves })
  } else return false
  return true
}

const LOAN_HUB = addressOf(0x4b)
export const toTide = (shares: bigint) => (shares * 11n) / 10n

/** Amounts have digits down to the last decimal. */
export const wei = (dollars: number) => BigInt(dollars) * WAD + BigInt(dollars % 7)

const createTransaction = (number: number, time: number) => ({
  ...{ id: number * 1_000_000, chainId: 31337, blockNumber: number, time },
  hash: `0x${number.toString(16).padStart(64, "0")}`,
  blockHash: `0x${number.toString(16).padStart(64, "0")}`,
})

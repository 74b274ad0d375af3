import type { IngestBatch } from "@/lib/indexer/ingest"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { addressOf, MAIN, USDB } from "@/tests/helpers/rows"
import {
  DAY_SECONDS,
  FIRST_DAY,
  getToken,
  getWallet,
  type PointsEvent,
  pointsEvent,
  START_BLOCK,
  TOKENS,
  toBatch,
  WALLETS,
  wei,
} from "@/tests/lib/profiles/points-events"

// Read on first use.
const MARKETS = addressOf(0x3a7)
const book = JSON.parse(process.env.CONTRACTS ?? "{}")
process.env.CONTRACTS = JSON.stringify({ ...book, marketTrading: MARKETS })

/** What can happen to a track record, in one block each. */
export type RecordEvent =
  | PointsEvent
  | { kind: "gift"; wallet: number; token: number; units: number }
  | { kind: "price"; token: number; units: number }
  | { kind: "resolve"; token: number; outcome: number }

const token = fc.nat(TOKENS * 2 - 1)
const units = fc.integer({ min: 1, max: 9 })

export const recordEvent: fc.Arbitrary<RecordEvent> = fc.oneof(
  { weight: 5, arbitrary: pointsEvent },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("gift" as const),
      wallet: fc.nat(WALLETS - 1),
      token,
      units,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("price" as const), token, units }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("resolve" as const),
      token: fc.constantFrom(1, 3, 5),
      outcome: fc.nat(1),
    }),
  },
)

export type RecordBlock = { number: number; time: number; event: RecordEvent }

export const toRecordBlock = (event: RecordEvent, place: number): RecordBlock => ({
  number: START_BLOCK + 1 + place,
  time: FIRST_DAY * DAY_SECONDS + place * 17_000,
  event,
})

const NOBODY = `0x${"0".repeat(40)}`

/** The rows of a block, with the transfers that go with them. */
export function toRecordBatch({ number, time, event }: RecordBlock): IngestBatch {
  const isOwn = event.kind === "gift" || event.kind === "price" || event.kind === "resolve"
  const base: PointsEvent = isOwn ? { kind: "refer", wallet: 0, referrer: 0 } : event
  const batch = toBatch({ number, time, event: base })
  const { eventRows } = batch
  const [transaction] = batch.transactions
  if (!transaction) throw new Error("A block without a transaction")
  const place = { id: transaction.id + 9, txId: transaction.id, time }
  const move = (asset: string, from: string, to: string, value: bigint) => {
    const id = place.id + 1 + eventRows.transfer.length
    eventRows.transfer.push({ id, txId: place.txId, token: asset, from, to, value, time })
  }
  if (isOwn) eventRows.referrerSet = []
  if (event.kind === "gift")
    move(getToken(event.token), NOBODY, getWallet(event.wallet), BigInt(event.units) * WAD)
  if (event.kind === "price") {
    const reserves = { reserve0: BigInt(event.units) * WAD, reserve1: WAD }
    eventRows.poolSync.push({ ...place, token: getToken(event.token), ...reserves })
    eventRows.poolSync.push({ ...place, id: place.id + 1, token: MAIN, ...reserves })
  }
  if (event.kind === "resolve") {
    const step = { action: "resolve" as const, wallet: addressOf(7), amount: null }
    const { token: market, outcome } = event
    eventRows.marketEvent.push({ ...place, ...step, token: getToken(market), outcome })
  }
  if (event.kind === "buy" || event.kind === "sell") {
    const [wallet, asset] = [getWallet(event.wallet), getToken(event.token)]
    const [from, to] = event.kind === "buy" ? [wallet, asset] : [asset, wallet]
    move(USDB, from, to, wei(event.usd))
    move(asset, to === wallet ? wallet : NOBODY, to === wallet ? NOBODY : wallet, WAD)
  }
  if (event.kind === "share" || event.kind === "fill")
    move(USDB, getWallet(event.wallet), MARKETS, wei(event.usd))
  if (event.kind === "bet") move(USDB, getWallet(event.wallet), MARKETS, wei(event.usd))
  return batch
}

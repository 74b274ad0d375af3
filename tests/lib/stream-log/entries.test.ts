import { expect, test } from "vitest"
import { emptyEventRows } from "@/lib/events/event-rows"
import { toEntries } from "@/lib/stream-log/entries"
import { toDrafts } from "@/lib/streams/messages"

const MARKET = `0x${"1".repeat(40)}`
const [SELLER, BUYER] = [`0x${"2".repeat(40)}`, `0x${"3".repeat(40)}`]

const order = (id: number, orderId: number, buyer: string | null) => ({
  ...{ id, txId: id, time: 60, token: MARKET, orderId, kind: buyer ? 1 : 0, seller: SELLER, buyer },
  ...{ outcome: 0, totalAmount: 9n, price: 1n, amount: null, usdc: null, amountLeft: null },
})

const sync = (id: number, time: number) => ({
  ...{ id, txId: id, time, token: MARKET, reserve0: 1n, reserve1: 1n },
})

const event = (id: number, kind: "order" | "candle" | "trade", key: string, topics: string[]) => ({
  ...{ id, kind, key, topics, data: null },
})

test("of an order that changes several times the last change is logged, to all who took part", () => {
  const rows = { ...emptyEventRows(), orderEvent: [order(1, 4, null), order(3, 4, BUYER)] }
  expect(toEntries(rows)).toEqual([
    {
      ...{ kind: "order", cause: 3, key: `${MARKET}:4` },
      topics: [`orders:${MARKET}`, `wallet:${SELLER}`, `wallet:${BUYER}`],
    },
  ])
})

test("of candles each minute that changed is logged, in chain order", () => {
  const rows = { ...emptyEventRows(), poolSync: [sync(5, 130), sync(2, 61), sync(4, 119)] }
  expect(toEntries(rows).map(({ cause, key }) => [cause, key])).toEqual([
    [4, `${MARKET}:60`],
    [5, `${MARKET}:120`],
  ])
})

test("a reader makes one message of several changes of a row, and of each row that cannot change", () => {
  const drafts = toDrafts(
    [
      event(1, "order", "m:4", ["orders:m", "wallet:a"]),
      event(2, "trade", "7", ["trades"]),
      event(3, "trade", "8", ["trades"]),
      event(4, "order", "m:4", ["orders:m", "wallet:b"]),
    ],
    () => true,
  )
  expect(drafts.map(({ cursor, kind }) => [cursor.id, kind])).toEqual([
    [2, "trade"],
    [3, "trade"],
    [4, "order"],
  ])
  expect([...(drafts[2]?.topics ?? [])].sort()).toEqual(["orders:m", "wallet:a", "wallet:b"])
})

test("a candle makes a message for each interval that is wanted, of its bucket", () => {
  const topics = ["candles:t:1m", "candles:t:1h"]
  const drafts = toDrafts(
    [event(1, "candle", "t:3660", ["candles:t"]), event(2, "candle", "t:3720", ["candles:t"])],
    (topic) => topics.includes(topic),
  )
  expect(drafts.map(({ cursor, key }) => [cursor, key])).toEqual([
    [{ id: 1, part: 0 }, "t:60:3660"],
    [{ id: 2, part: 0 }, "t:60:3720"],
    [{ id: 2, part: 3 }, "t:3600:3600"],
  ])
})

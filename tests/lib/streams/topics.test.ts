import { expect, test } from "vitest"
import { z } from "zod"
import { topicList } from "@/lib/streams/topics"
import { addressOf } from "@/tests/helpers/rows"

const TOKEN = addressOf(1)
const BTC = addressOf(2)
const book = JSON.parse(process.env.CONTRACTS ?? "{}")
process.env.CONTRACTS = JSON.stringify({ ...book, upDown: { ...book.upDown, btc: BTC } })

const parse = (text: string) => z.safeParse(topicList, text)
const topicsOf = (text: string) => [...z.parse(topicList, text).topics]

test("every topic of the specification is known, addresses in any case", () => {
  const mixed = TOKEN.toUpperCase().replace("0X", "0x")
  const { topics, logTopics } = z.parse(
    topicList,
    `trades,trades:${mixed},candles:${TOKEN}:5m,market:${TOKEN},orders:${TOKEN},wallet:${mixed},updown:btc:1h,reef,blocks`,
  )
  const others = [`market:${TOKEN}`, `orders:${TOKEN}`, `wallet:${TOKEN}`, `updown:${BTC}:2`]
  const ends = ["reef", "blocks", "chain"]
  expect([...topics]).toEqual([
    ...["trades", `trades:${TOKEN}`, `candles:${TOKEN}:5m`, ...others, ...ends],
  ])
  expect(logTopics).toEqual(["trades", `trades:${TOKEN}`, `candles:${TOKEN}`, ...others, ...ends])
})

test("a timeframe has its label or its code; the Reef alone hears of no reorganisation", () => {
  expect(topicsOf("updown:btc:24h")).toEqual(topicsOf("updown:btc:4"))
  expect(topicsOf("reef")).toEqual(["reef"])
})

test.each([
  ...["", ",", "trade", "trades:", "trades:0x12", `trades:${TOKEN}:1m`, "reef:1", "blocks:1"],
  ...[`candles:${TOKEN}`, `candles:${TOKEN}:2m`, `candles:x:1m`, "market", `wallet:${TOKEN}:`],
  // Words have one case.
  ...["TRADES", "Reef", `Trades:${TOKEN}`, `candles:${TOKEN}:5M`, "updown:BTC:1h", "updown:btc:1H"],
  ...["updown:btc", "updown:btc:2h", "updown:eth:1h", "updown:gold:1h", "chain"],
])("%j is refused", (text) => {
  expect(parse(text).success).toBe(false)
})

test("50 topics are taken, 51 are not; a topic that is named twice counts once", () => {
  const names = Array.from({ length: 51 }, (_, at) => `trades:${addressOf(at)}`)
  expect(parse(names.slice(1).join()).success).toBe(true)
  expect(parse(names.join()).success).toBe(false)
  expect(parse([...names.slice(1), ...names.slice(1)].join()).success).toBe(true)
})

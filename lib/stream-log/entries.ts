import type { EventRows } from "@/lib/events/event-rows"
import type { Header } from "@/lib/events/logs"
import type { StreamKind } from "./constants"

/** An entry to log: a stored or changed row, with the topics that report it. */
export type StreamEntry = {
  kind: StreamKind
  /** Row id of the event that caused it; null when there is no single one. */
  cause: number | null
  /** Names the row: a row id, or a key from the functions below. */
  key: string
  topics: readonly string[]
  data?: string
}

/** Every subscription to the chain has this topic, because reorganisations concern all of them. */
export const CHAIN_TOPIC = "chain"

export const toCandleKey = (token: string, minute: number) => `${token}:${minute}`
export const toOrderKey = (token: string, orderId: number) => `${token}:${orderId}`
export const toRoundKey = (contract: string, tf: number, roundId: number) =>
  `${contract}:${tf}:${roundId}`

const walletTopic = (wallet: string) => `wallet:${wallet}`
const marketTopic = (token: string) => `market:${token}`

/** The columns that are needed of the rows of each table. */
export const loggedColumns = {
  trade: ["id", "token", "user"],
  poolSync: ["id", "token", "time"],
  marketCreation: ["id", "token"],
  shareTrade: ["id", "token", "buyer"],
  orderEvent: ["id", "token", "orderId", "seller", "buyer"],
  marketEvent: ["id", "token", "wallet"],
  loanEvent: ["id", "wallet"],
  vaultEvent: ["id", "wallet"],
  vestingEvent: ["id", "wallet", "data"],
  vestingReading: ["id", "creator", "beneficiary"],
  updownStart: ["id", "contract", "tf", "roundId"],
  updownBet: ["id", "contract", "tf", "roundId", "wallet"],
  updownEnd: ["id", "contract", "tf", "roundId"],
  updownClaim: ["id", "contract", "tf", "roundId", "wallet"],
} as const satisfies { [T in keyof EventRows]?: readonly (keyof EventRows[T][number])[] }

export type LoggedTable = keyof typeof loggedColumns

export type LoggedRows = {
  [T in LoggedTable]: readonly Pick<
    EventRows[T][number],
    (typeof loggedColumns)[T][number] & keyof EventRows[T][number]
  >[]
}

/** The entries of these rows, in chain order. For a row that changes several times, the last change is reported. */
export function toEntries(rows: LoggedRows): StreamEntry[] {
  const entries = [
    ...listEventRows(rows),
    ...keepLast(listCandles(rows)),
    ...keepLast(listOrders(rows)),
    ...keepLast(listRounds(rows)),
    ...keepLast(listMarkets(rows)),
  ]
  return entries.sort((one, other) => (one.cause ?? 0) - (other.cause ?? 0))
}

function listEventRows(rows: LoggedRows): StreamEntry[] {
  const parties = new Map(rows.vestingReading.map((reading) => [reading.id, reading]))
  const entry = (kind: StreamKind, id: number, topics: readonly string[]): StreamEntry => ({
    ...{ kind, cause: id, key: `${id}` },
    topics: [...new Set(topics)],
  })
  return [
    ...rows.trade.map(({ id, token, user }) =>
      entry("trade", id, ["trades", `trades:${token}`, walletTopic(user)]),
    ),
    ...rows.shareTrade.map(({ id, token, buyer }) =>
      entry("liquidity", id, [marketTopic(token), walletTopic(buyer)]),
    ),
    ...rows.marketEvent.map(({ id, token, wallet }) =>
      entry("marketEvent", id, [marketTopic(token), walletTopic(wallet)]),
    ),
    ...rows.loanEvent.map(({ id, wallet }) => entry("loanEvent", id, [walletTopic(wallet)])),
    ...rows.vaultEvent.map(({ id, wallet }) => entry("vaultEvent", id, [walletTopic(wallet)])),
    ...rows.vestingEvent.map(({ id, wallet, data }) => {
      const { creator = wallet, beneficiary = wallet } = parties.get(id) ?? {}
      const wallets = [wallet, creator, beneficiary, ...findFormerParty(String(data))]
      return entry("vestingEvent", id, wallets.map(walletTopic))
    }),
  ]
}

/** Who gave way to another. */
function findFormerParty(data: string): string[] {
  const { from }: { from?: unknown } = JSON.parse(data)
  return typeof from === "string" ? [from] : []
}

const MINUTE = 60

const listCandles = ({ poolSync }: LoggedRows): StreamEntry[] =>
  poolSync.map(({ id, token, time }) => ({
    ...{ kind: "candle", cause: id, topics: [`candles:${token}`] },
    key: toCandleKey(token, Math.floor(time / MINUTE) * MINUTE),
  }))

const listOrders = ({ orderEvent }: LoggedRows): StreamEntry[] =>
  orderEvent.map(({ id, token, orderId, seller, buyer }) => ({
    ...{ kind: "order", cause: id, key: toOrderKey(token, orderId) },
    topics: [`orders:${token}`, walletTopic(seller), ...(buyer ? [walletTopic(buyer)] : [])],
  }))

type RoundRow = LoggedRows["updownStart"][number] & { wallet?: string }

function listRounds(rows: LoggedRows): StreamEntry[] {
  const { updownStart, updownBet, updownEnd, updownClaim } = rows
  const all: RoundRow[] = [...updownStart, ...updownBet, ...updownEnd, ...updownClaim]
  return all.map(({ id, contract, tf, roundId, wallet }) => ({
    ...{ kind: "round", cause: id, key: toRoundKey(contract, tf, roundId) },
    topics: [`updown:${contract}:${tf}`, ...(wallet ? [walletTopic(wallet)] : [])],
  }))
}

const listMarkets = ({ marketCreation, marketEvent }: LoggedRows) =>
  [...marketCreation, ...marketEvent].map(
    ({ id, token }): StreamEntry => ({
      ...{ kind: "market", cause: id, key: token, topics: [marketTopic(token)] },
    }),
  )

/** One entry for each key, at the place of the last, with the topics of all. */
function keepLast(entries: readonly StreamEntry[]): StreamEntry[] {
  const byKey = new Map<string, StreamEntry>()
  for (const entry of entries) {
    const earlier = byKey.get(entry.key)
    byKey.set(entry.key, earlier ? merge(earlier, entry) : entry)
  }
  return [...byKey.values()]
}

const merge = (one: StreamEntry, other: StreamEntry): StreamEntry => ({
  ...((other.cause ?? 0) > (one.cause ?? 0) ? other : one),
  topics: [...new Set([...one.topics, ...other.topics])],
})

/** A block follows its rows. */
export const toBlockEntry = (
  { number, hash, time }: Header,
  rowsPerBlock: number,
): StreamEntry => ({
  ...{ kind: "block", cause: (number + 1) * rowsPerBlock - 1, key: `${number}` },
  topics: ["blocks"],
  data: JSON.stringify({ number, hash, timestamp: new Date(time * 1_000).toISOString() }),
})

export const toPostEntry = (id: string, wallet: string): StreamEntry => ({
  ...{ kind: "post", cause: null, key: id, topics: ["reef", walletTopic(wallet)] },
})

import type { ClientBase } from "pg"
import { inSnapshot } from "@/lib/db/client"
import { eventKinds, type LoggedKind } from "@/lib/stream-log/constants"
import { intervalNames, intervals } from "@/lib/tokens/candles/intervals"
import { ALL_PARTS, type Cursor, formatCursor } from "./cursor"
import { type EventRange, findEvents, type LoggedEvent, PAGE_EVENTS } from "./read"
import { chainRows, readPostTexts } from "./rows"

/** A message as bytes that all streams share; `text` is its data. */
export type Message = { cursor: Cursor; topics: readonly string[]; text: string; bytes: Buffer }

/** A message to be: the row is known by its key. */
type Draft = {
  cursor: Cursor
  kind: LoggedKind
  key: string
  topics: readonly string[]
  data: string | null
}

type IsWanted = (topic: string) => boolean

/** Drafts of the events that a subscriber wants; of a row that changes several times, only the last one. */
export function toDrafts(events: readonly LoggedEvent[], isWanted: IsWanted): Draft[] {
  const drafts = events
    .flatMap((event) => (event.kind === "candle" ? splitCandle(event) : [toDraft(event)]))
    .filter(({ topics }) => topics.some(isWanted))
  const last = new Map<string, Draft>()
  return drafts
    .reverse()
    .filter((draft) => {
      if (eventKinds.some((kind) => kind === draft.kind) || draft.data !== null) return true
      const name = `${draft.kind} ${draft.key}`
      const later = last.get(name)
      // Subscribers of the earlier change receive the later one.
      if (later) later.topics = [...new Set([...later.topics, ...draft.topics])]
      else last.set(name, draft)
      return later === undefined
    })
    .reverse()
}

const toDraft = ({ id, kind, key, topics, data }: LoggedEvent): Draft => ({
  ...{ kind, key, topics, data },
  cursor: { id, part: ALL_PARTS },
})

/** One for each interval. The event's key has the minute, a draft's key the bucket. */
function splitCandle({ id, key }: LoggedEvent): Draft[] {
  const [token, minute] = key.split(":")
  return intervalNames.map((interval, part) => {
    const step = intervals[interval]
    return {
      ...{ kind: "candle", cursor: { id, part }, data: null },
      key: `${token}:${step}:${Math.floor(Number(minute) / step) * step}`,
      topics: [`candles:${token}:${interval}`],
    }
  })
}

type Texts = Map<string, string>

async function readTexts(client: ClientBase, drafts: readonly Draft[]) {
  const texts = new Map<LoggedKind, Texts>()
  for (const [kind, read] of chainRows) {
    const keys = drafts.filter((draft) => draft.kind === kind).map(({ key }) => key)
    if (keys.length > 0) texts.set(kind, await read(keys, client))
  }
  return texts
}

/** The messages of drafts; `texts` are the rows that were read with the events. Rows that are gone have none. */
async function complete(drafts: readonly Draft[], texts: Map<LoggedKind, Texts>) {
  const posts = drafts.filter(({ kind }) => kind === "post").map(({ key }) => key)
  if (posts.length > 0) texts.set("post", await readPostTexts(posts))
  return drafts.flatMap(({ kind, key, data, cursor, topics }): Message[] => {
    const text = data ?? texts.get(kind)?.get(key)
    return text === undefined ? [] : [{ cursor, topics, text, bytes: toBytes(kind, cursor, text) }]
  })
}

export const toBytes = (event: string, cursor: Cursor, data: string) =>
  Buffer.from(`event: ${event}\nid: ${formatCursor(cursor)}\ndata: ${data}\n\n`)

export type MessagePage = {
  messages: Message[]
  /** The last event that was read; null when there are no more in the range. */
  readTo: number | null
}

/** Reads events with `read` and makes messages of the wanted ones. */
export async function readMessages<T extends { events: LoggedEvent[] }>(
  read: (client: ClientBase) => Promise<T>,
  isWanted: IsWanted,
): Promise<T & { messages: Message[] }> {
  // A row that a reorganisation removes has no event any more, and another row with its id has a later one.
  const { page, drafts, texts } = await inSnapshot(async (client) => {
    const page = await read(client)
    const drafts = toDrafts(page.events, isWanted)
    return { page, drafts, texts: await readTexts(client, drafts) }
  })
  return { ...page, messages: await complete(drafts, texts) }
}

/** A page of what followed a cursor, of the subscription's topics. */
export async function readPage(
  after: Cursor,
  range: Required<Omit<EventRange, "after">>,
  isWanted: IsWanted,
): Promise<MessagePage> {
  // The cursor's own event may have further parts.
  const from = after.part === ALL_PARTS ? after.id : after.id - 1
  const { events, messages } = await readMessages(
    async (client) => ({ events: await findEvents(client, { ...range, after: from }) }),
    isWanted,
  )
  const isLater = ({ cursor: { id, part } }: Message) => id > after.id || part > after.part
  const last = events.length === PAGE_EVENTS ? (events.at(-1)?.id ?? null) : null
  return { messages: messages.filter(isLater), readTo: last }
}

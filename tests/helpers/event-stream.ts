/** An event as a client of server-sent events sees it. */
export type SentEvent = { event: string; id: string; data: unknown }

/** The events of a body; comments and fields without data are left out. `onId` hears of every id. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  onId: (id: string) => void = () => {},
): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => {
          const at = line.indexOf(": ")
          return [line.slice(0, at), line.slice(at + 2)]
        }),
      )
      const [event, id, data] = [fields.get("event"), fields.get("id"), fields.get("data")]
      if (id !== undefined) onId(id)
      if (event && data !== undefined) yield { event, id: id ?? "", data: JSON.parse(data) }
    }
  }
}

type Reorg = { fromBlock: number; removedIds: Record<string, (number | string)[]> }

/** What a client knows that keeps the rows it is sent. A row it has already, and that cannot change, is an error. */
export class RowKeeper {
  readonly rows = new Map<string, Map<string, unknown>>()
  readonly repeated: string[] = []
  reorgs = 0

  take({ event, data }: SentEvent) {
    if (event === "ready") return
    if (event === "reorg") return this.#remove(data as Reorg)
    const key = keyOf(event, data as Record<string, unknown>)
    const rows = this.of(event)
    if (rows.has(key) && !CHANGING.includes(event)) this.repeated.push(`${event} ${key}`)
    rows.set(key, data)
  }

  of(kind: string): Map<string, unknown> {
    const rowsOfKind = this.rows.get(kind) ?? new Map<string, unknown>()
    this.rows.set(kind, rowsOfKind)
    return rowsOfKind
  }

  #remove({ removedIds }: Reorg) {
    this.reorgs++
    for (const [kind, ids] of Object.entries(removedIds)) {
      // The id of a candle ends with its time.
      const toKey = (id: string) => (kind === "candle" ? id.replace(/.*:/, "") : id)
      for (const id of ids) this.of(kind).delete(toKey(`${id}`))
    }
  }
}

const CHANGING = ["candle", "order", "round", "market", "post"]

function keyOf(event: string, row: Record<string, unknown>) {
  if (event === "round") return `${row.contract}:${row.tf}:${row.roundId}`
  if (event === "candle") return `${row.time}`
  return `${event === "block" ? row.number : row.id}`
}

import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { blockOfRow, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import type { EventRow } from "@/lib/events/event-rows"
import { log } from "@/lib/telemetry/logger"

/** Rows whose readings are missing, as the node had no longer the states of their blocks. */
export type MissingStates = {
  loans: number
  schedules: number
  sharePrices: number
  firstBlock: number
  lastBlock: number
}

/** The command that reads the missing states. */
export const MISSING_STATES_REMEDY =
  "Set RPC_URL to a node that keeps the states of all blocks (an archive node), then run: npm run reindex -- --from-chain"

const readMissing = statement({}, () =>
  db.selectFrom("missing_state").select(({ fn, ref }) => {
    const count = (kind: string) =>
      sql<number>`(count(*) filter (where ${ref("kind")} = ${sql.lit(kind)}))::int`
    return [
      count("loan").as("loans"),
      count("schedule").as("schedules"),
      count("share_price").as("sharePrices"),
      sql<number | null>`(${fn.min("id")} / ${sql.lit(ROWS_PER_BLOCK)})::int`.as("firstBlock"),
      sql<number | null>`(${fn.max("id")} / ${sql.lit(ROWS_PER_BLOCK)})::int`.as("lastBlock"),
    ]
  }),
)

/** Null when every row has been read as of its block. */
export async function findMissingStates(): Promise<MissingStates | null> {
  const [row] = await readMissing({})
  if (!row) return null
  const { firstBlock, lastBlock, ...counts } = row
  return firstBlock === null || lastBlock === null ? null : { ...counts, firstBlock, lastBlock }
}

const whatIsMissing = {
  loan: "loans (loan_event)",
  schedule: "schedules (vesting_reading)",
  share_price: "share prices (vault_event, yield_injection)",
} as const

/** Prints which readings of a batch stay empty, and what brings them. */
export function logMissing(rows: readonly Pick<EventRow<"missingState">, "id" | "kind">[]): void {
  if (rows.length === 0) return
  const blocks = rows.map(({ id }) => blockOfRow(id))
  const [first, last] = [Math.min(...blocks), Math.max(...blocks)]
  const kinds = [...new Set(rows.map(({ kind }) => whatIsMissing[kind]))].join(", ")
  const place = first === last ? `block ${first}` : `blocks ${first} to ${last}`
  log.warn(
    `The node no longer has the state of ${place}: ${rows.length} readings stay empty, of ${kinds}. ${MISSING_STATES_REMEDY}`,
  )
}

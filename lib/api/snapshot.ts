import { sql } from "kysely"
import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { EVERYTHING } from "@/lib/db/topic-versions"
import type { Clock } from "./contract"

/** The versions of topics, and the progress of the index with them. */
export type IndexSnapshot = {
  /**
   * The versions: while they are equal, every query that follows from these topics, and does not depend on the clock,
   * returns the same rows, whichever process wrote last.
   */
  snapshot: string
  headers: [string, string][]
}

const CLOCK_MS = { second: 1_000, minute: 60_000 }

/** The version of an answer: it is right for whoever has read the same one. The one place that says what changes it. */
export const versionOf = ({ snapshot }: IndexSnapshot, clock: Clock) =>
  clock === "none" ? snapshot : `${snapshot} ${Math.floor(Date.now() / CLOCK_MS[clock])}`

/** Each transaction counts at its end (`lib/db/topic-versions`): numbers and rows become visible together. */
const selectPosition = statement({ topics: "text[]" }, ({ topics }) =>
  db
    .selectFrom(sql<{ id: number }>`(values (1))`.as<"always">(sql`always (id)`))
    .leftJoin("index_cursor", "index_cursor.id", "always.id")
    .select([
      sql<unknown>`(
        select json_object_agg(topic, version) from topic_version where topic = any(${topics})
      )`.as("versions"),
      "indexed_block",
      "head_block",
    ]),
)

/** Null where none has ever changed. */
const versionsByTopic = z.record(z.string(), z.int()).nullable()

/** Topics of callers whose read has not begun. */
let awaited = new Set<string>()

/**
 * Reads the versions of topics. Call it before reading the data it describes: then the data is at least as recent as
 * the versions and headers say. Calls at one time are one statement. No headers before the first block is indexed.
 */
export async function readSnapshot(topics: readonly string[] = []): Promise<IndexSnapshot> {
  const followed = [EVERYTHING, ...topics]
  for (const topic of followed) awaited.add(topic)
  const { versions, headers } = await coalesce("position", readPosition)
  return { snapshot: followed.map((topic) => versions[topic] ?? 0).join("."), headers }
}

async function readPosition() {
  const topics = [...awaited]
  awaited = new Set()
  const [row] = await selectPosition({ topics })
  if (!row) throw new Error("The position has no row")
  const { indexed_block, head_block } = row
  const versions = versionsByTopic.parse(row.versions) ?? {}
  const headers: [string, string][] =
    indexed_block === null || head_block === null
      ? []
      : [
          ["X-Indexed-Block", `${indexed_block}`],
          ["X-Chain-Head", `${head_block}`],
        ]
  return { versions, headers }
}

import { type RawBuilder, sql } from "kysely"
import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { db, ownReader } from "@/lib/db/client"
import { type Located, stateColumns } from "@/lib/db/position"
import type { Replica } from "@/lib/db/replicas"
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
  /** Where the replica was that was asked. */
  located?: Located | undefined
}

const CLOCK_MS = { second: 1_000, minute: 60_000 }

/** The version of an answer: it is right for whoever has read the same one. The one place that says what changes it. */
export const versionOf = ({ snapshot }: IndexSnapshot, clock: Clock) =>
  clock === "none" ? snapshot : `${snapshot} ${Math.floor(Date.now() / CLOCK_MS[clock])}`

/** Each transaction counts at its end (`lib/db/topic-versions`): numbers and rows become visible together. */
const selectVersions = (topics: RawBuilder<readonly string[]>) =>
  db
    .selectFrom(sql<{ id: number }>`(values (1))`.as<"always">(sql`always (id)`))
    .leftJoin("index_cursor", "index_cursor.id", "always.id")
    .select([
      sql<unknown>`(
        select json_object_agg(topic, version) from topic_version where topic = any(${topics})
      )`.as("versions"),
      "indexed_block",
      "head_block",
    ])

const readVersions = statement({ topics: "text[]" }, ({ topics }) => selectVersions(topics))

const readVersionsAndPlace = statement({ topics: "text[]" }, ({ topics }) =>
  selectVersions(topics).select(stateColumns),
)

/** Null where none has ever changed. */
const versionsByTopic = z.record(z.string(), z.int()).nullable()

/** Topics of callers whose read has not begun, by the replica that they ask. */
const awaited = new Map<string, Set<string>>()

/**
 * Reads the versions of topics. Call it before reading the data it describes: then the data is at least as recent as
 * the versions and headers say. Calls at one time are one statement. No headers before the first block is indexed.
 */
export async function readSnapshot(
  topics: readonly string[] = [],
  replica?: Replica,
): Promise<IndexSnapshot> {
  const followed = [EVERYTHING, ...topics]
  // What others read at this time is of another snapshot.
  if (ownReader()) return toSnapshot(followed, await readVersionsOf(followed, undefined))
  const server = replica?.name ?? ""
  const waiting = awaited.get(server) ?? new Set()
  awaited.set(server, waiting)
  for (const topic of followed) waiting.add(topic)
  const run = () => readVersionsOf(takeTopics(server), replica)
  return toSnapshot(followed, await coalesce(`versions ${server}`, run))
}

type Versions = Awaited<ReturnType<typeof readVersionsOf>>

function toSnapshot(followed: readonly string[], { versions, headers, located }: Versions) {
  const numbers = followed.map((topic) => versions[topic] ?? 0).join(".")
  // Another timeline counts anew from where it has begun.
  const snapshot = located ? `${located.position.timeline}:${numbers}` : numbers
  return { snapshot, headers, located }
}

function takeTopics(server: string) {
  const topics = [...(awaited.get(server) ?? [])]
  awaited.delete(server)
  return topics
}

async function readVersionsOf(topics: readonly string[], replica: Replica | undefined) {
  if (!replica) return { ...toAnswer(oneOf(await readVersions({ topics }))), located: undefined }
  const [row, located] = await replica.locate(async (client) =>
    oneOf(await readVersionsAndPlace({ topics }, client)),
  )
  return { ...toAnswer(row), located }
}

function oneOf<R>([row]: readonly R[]): R {
  if (!row) throw new Error("The versions have no row")
  return row
}

type VersionsRow = {
  versions: unknown
  indexed_block: number | string | null
  head_block: number | string | null
}

function toAnswer({ indexed_block, head_block, ...row }: VersionsRow) {
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

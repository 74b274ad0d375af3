import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { double, escapeLike } from "@/lib/db/codecs"
import type { SearchItem } from "./schema"

/** Shorter texts are in too many names. */
const MIN_LETTERS = 2

/** Agents whose name contains the words; names that begin with them come first. */
export async function searchAgents(words: string, limit: number): Promise<SearchItem[]> {
  const text = words.trim().toLowerCase()
  if (text.length < MIN_LETTERS) return []
  const name = sql<string>`lower(name)`
  const rows = await db
    .selectFrom("agent")
    .select(({ ref }) => ["wallet", "name", "image", double(ref("agent_id")).as("agentId")])
    .where(name, "like", `%${escapeLike(text)}%`)
    .orderBy(sql`${name} like ${`${escapeLike(text)}%`}`, "desc")
    .orderBy(sql`length(name)`)
    .orderBy("agent_id")
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: "agent",
    id: `agent ${row.agentId}`,
    href: `/agents/${row.agentId}`,
    ...row,
  }))
}

import { randomUUID } from "node:crypto"
import { access, mkdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { sql } from "kysely"
import { processSingleton } from "@/lib/async/process-singleton"
import { db } from "@/lib/db/client"
import { env } from "@/lib/env"
import { log } from "@/lib/telemetry/logger"

/**
 * Without a pinning service uploads lie in CONTENT_DIR, where several web servers find them only if they share it. Each
 * leaves a file in its folder and a row in the database: a server that does not see the file of another one has a
 * folder of its own.
 */

const RENEW_MS = 20_000
/** A server that has not been seen for longer has ended, wherever its folder is now. */
const LIVE_SECONDS = 60

type Watch = { id: string; problem: string | null; timer?: NodeJS.Timeout }

const watch = () =>
  processSingleton("content-folder", (): Watch => ({ id: randomUUID(), problem: null }))

/** Why pictures and metadata are missing on some servers; null where none are, or as long as nobody watches. */
export const findContentProblem = () => watch().problem

/** Looks for servers with another folder, now and until `leaveContentFolder`. */
export async function watchContentFolder(): Promise<string | null> {
  if (env().PIN_API_TOKEN) return null
  const own = watch()
  const look = async () => {
    const before = own.problem
    own.problem = await findOtherFolder(own.id)
    if (own.problem && own.problem !== before) log.error(own.problem)
  }
  // The next look may find the database again.
  own.timer ??= setInterval(() => look().catch(() => {}), RENEW_MS).unref()
  own.problem = await findOtherFolder(own.id)
  return own.problem
}

/** At the end of the server, so that another one may take its place at once. */
export async function leaveContentFolder() {
  const { id, timer } = watch()
  if (!timer) return
  clearInterval(timer)
  await db.deleteFrom("content_server").where("id", "=", id).execute()
  await rm(fileOf(id), { force: true })
}

async function findOtherFolder(id: string): Promise<string | null> {
  if (await leaveFile(id)) await renew(id)
  const others = await findEarlier(id)
  for (const other of others) {
    if (!(await exists(fileOf(other)))) return explainOther(env().CONTENT_DIR)
  }
  return null
}

const explainOther = (folder: string) =>
  `Another web server of this database keeps its uploads elsewhere than in ${folder}: pictures and metadata that one has taken would be missing on the other. Set PIN_API_TOKEN and IPFS_GATEWAY (a pinning service) on all servers, or let CONTENT_DIR be one folder that they share. A server that was ended by force counts for a minute.`

/** False where the folder takes no files: such a server takes no uploads that another one would miss. */
async function leaveFile(id: string) {
  try {
    await mkdir(path.dirname(fileOf(id)), { recursive: true })
    await writeFile(fileOf(id), "")
    return true
  } catch {
    return false
  }
}

const fileOf = (id: string) =>
  path.join(/* turbopackIgnore: true */ env().CONTENT_DIR, ".servers", id)

const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`

async function renew(id: string) {
  await db
    .insertInto("content_server")
    .values({ id })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: sql`now()` }))
    .execute()
  const ended = await db
    .deleteFrom("content_server")
    .where("seen_at", "<", ago(60 * LIVE_SECONDS))
    .returning("id")
    .execute()
  for (const server of ended) await rm(fileOf(server.id), { force: true })
}

/** Running servers that started before this one, which gives way to them. */
async function findEarlier(id: string) {
  const own = db.selectFrom("content_server").select("started_at").where("id", "=", id)
  const rows = await db
    .selectFrom("content_server")
    .select("id")
    .where("id", "<>", id)
    .where("seen_at", ">", ago(LIVE_SECONDS))
    .where(sql<boolean>`(started_at, id) < (coalesce((${own}), now()), ${id})`)
    .execute()
  return rows.map((row) => row.id)
}

async function exists(file: string) {
  return access(/* turbopackIgnore: true */ file).then(
    () => true,
    () => false,
  )
}

import path from "node:path"
import pg from "pg"
import { UserError } from "./report.mjs"
import { type Service, startService } from "./service"

/** So far the reader may be behind: well below the blocks whose state the node keeps. */
const MAX_LAG_BLOCKS = 120
const POLL_MS = 20
const STUCK_MS = 60_000

export type HistoryReader = {
  pid: number
  /** Waits until the reader is not far behind a block. */
  keepUpWith: (block: number) => Promise<void>
  /** Waits until all blocks up to this one are read, and ends. */
  finish: (block: number) => Promise<void>
  stop: () => Promise<void>
}

type Options = { root: string; logs: string; variables: NodeJS.ProcessEnv }

/**
 * A follower for the time in which a history is written. Loans and share prices are read as of their blocks, and the
 * node keeps the state of its newest blocks only.
 */
export async function startHistoryReader(
  { root, logs, variables }: Options,
  note: (service: Service) => void,
): Promise<HistoryReader> {
  const client = new pg.Client({ connectionString: variables.DATABASE_URL })
  await client.connect()
  // Of a chain that was there before; it counts for nothing until the reader begins anew.
  let stale: number | null = await readIndexedBlock(client)
  const log = path.join(logs, "history.log")
  const service = startService({
    name: "history reader",
    args: ["--import", import.meta.resolve("tsx"), "scripts/indexer.ts"],
    cwd: root,
    env: { ...variables, KEEPER_PRIVATE_KEY: undefined, NODE_ENV: "production" },
    log,
  })
  note(service)
  let ended: string | undefined
  service.ended.then((how) => {
    ended = how
  })

  async function waitFor(block: number) {
    let [last, since] = [-1, Date.now()]
    for (;;) {
      const read = await readIndexedBlock(client)
      if (read !== stale) stale = null
      const at = stale === null ? read : -1
      if (at >= block) return
      if (at !== last) [last, since] = [at, Date.now()]
      if (ended !== undefined || Date.now() - since > STUCK_MS) {
        throw new UserError("The sample history could not be read while it was written.", log)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  async function stop() {
    await service.stop()
    await client.end()
  }

  return {
    pid: service.pid,
    keepUpWith: (block) => waitFor(block - MAX_LAG_BLOCKS),
    async finish(block) {
      await waitFor(block)
      await stop()
    },
    stop,
  }
}

async function readIndexedBlock(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    "select indexed_block as at from index_cursor",
  )
  return rows[0]?.at ?? -1
}

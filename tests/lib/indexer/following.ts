import pg from "pg"
import { pool } from "@/lib/db/client"
import { type FollowOptions, follow } from "@/lib/indexer/follower"
import type { TestChain } from "@/tests/helpers/chain"
import { type Dump, dump, emptyIndex } from "./tables"

type Given = Omit<FollowOptions, "signal" | "book" | "rpcUrl"> & { rpcUrl?: string }

/** Runs a follower beside the test. */
export async function startFollower(chain: TestChain, options: Given = {}) {
  const { url, book } = chain
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const stop = new AbortController()
  let rests = 0
  const onCaughtUp = () => {
    rests++
  }
  const settings = { rpcUrl: url, pollMs: 10, ...options, book, signal: stop.signal, onCaughtUp }
  const done = follow(client, settings)
  return {
    /** Waits until the index stands on the node's newest block, with nothing left to do. */
    async settle() {
      await indexed(chain)
      const before = rests
      await until(async () => rests > before)
    },
    async stop() {
      stop.abort()
      await done
      await client.end()
    },
  }
}

let connections: pg.Pool | undefined

/** Connections that stay for the next catching up, since a new one plans every statement anew; unused they close. */
function keptConnections() {
  if (connections) return connections
  const { DATABASE_URL: connectionString } = process.env
  connections = new pg.Pool({ connectionString, idleTimeoutMillis: 2_000, allowExitOnIdle: true })
  // One that is cut while it is unused is replaced.
  return connections.on("error", () => {})
}

/** Follows up to the head. */
export async function catchUp({ url, book }: TestChain, options: Given = {}) {
  const client = await keptConnections().connect()
  const { signal } = new AbortController()
  let isBroken = true
  try {
    await follow(client, { rpcUrl: url, ...options, book, signal }, { untilCaughtUp: true })
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}

/** Waits until the index stands on the node's newest block. */
export async function indexed(chain: TestChain) {
  const head = (await chain.call("eth_getBlockByNumber", "latest", false)) as { hash: string }
  await until(async () => {
    const { rows } = await pool().query(
      `select 1 from block b join index_cursor c on c.indexed_block = b.number
      where b.hash = decode(substr($1, 3), 'hex')`,
      [head.hash],
    )
    return rows.length > 0
  })
}

export async function until(holds: () => Promise<boolean>, patienceMs = 80_000) {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("It did not come true in time")
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The tables that reading the chain from its beginning leaves. */
export async function freshDump(chain: TestChain): Promise<Dump> {
  await emptyIndex(pool())
  await catchUp(chain)
  return dump(pool())
}

// npm run reindex: works everything derived out again from the stored facts.
// npm run reindex -- --from-chain: drops the facts too and reads them from the chain again.
import { sleep } from "@/lib/async/backoff"
import { getDeployment } from "@/lib/chain/deployment"
import { type Lease, tryLease } from "@/lib/db/lease"
import { connectDirect, type DatabaseClient } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"
import { readCursor } from "@/lib/indexer/cursor"
import { FOLLOWER, followUnder } from "@/lib/indexer/follower-lease"
import { readLatestHeader } from "@/lib/indexer/node"
import { dropEvents, rebuildProjections } from "@/lib/indexer/reindex"
import { createRpc } from "@/lib/indexer/rpc"

registerObservers()
const isFromChain = process.argv.includes("--from-chain")
const started = performance.now()

try {
  await reindex(await connectDirect({ queryTimeoutMs: 0 }))
  console.log(`\nReindexed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// The pool keeps idle connections open.
process.exit()

async function reindex(client: DatabaseClient) {
  try {
    if (isFromChain) await reindexFromChain(client)
    else await rebuildProjections(client, getDeployment(), showProgress)
  } finally {
    await client.end()
  }
}

async function reindexFromChain(client: DatabaseClient) {
  const { RPC_URL } = env()
  if (!RPC_URL)
    throw new Error("RPC_URL is needed to read the chain; with `npm start` running it is known")
  const rpc = createRpc(RPC_URL, { timeoutMs: 20_000 })
  const head = await readLatestHeader(rpc)
  const lease = await tryLease(FOLLOWER)
  await dropEvents(client).catch(async (error: unknown) => {
    await lease?.release()
    throw error
  })
  // A follower that is at work notices that the index moved; without one we follow ourselves.
  if (lease) await followUntil(RPC_URL, lease)
  else await watchUntil(client, head.number)
}

async function followUntil(rpcUrl: string, lease: Lease) {
  const { signal } = new AbortController()
  const onProgress = ({ block, head }: { block: number; head: number }) =>
    showProgress(`Block ${block} of ${head}`)
  await followUnder(
    lease,
    { book: getDeployment(), rpcUrl, signal, onProgress },
    { untilCaughtUp: true },
  )
}

async function watchUntil(client: DatabaseClient, head: number) {
  for (;;) {
    const cursor = await readCursor(client)
    showProgress(`Block ${cursor?.indexedBlock ?? 0} of ${head}, read by the running follower`)
    if (cursor && cursor.indexedBlock >= head) return
    await sleep(250)
  }
}

/** One line that is written over; on anything but a terminal a line each. */
function showProgress(line: string) {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}

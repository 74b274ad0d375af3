// npm run reindex: works everything derived out again from the stored facts.
// npm run reindex -- --from-chain: drops the facts too and reads them from the chain again.
import pg from "pg"
import { deployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { pause } from "@/lib/indexer/backoff"
import { readCursor } from "@/lib/indexer/cursor"
import { follow } from "@/lib/indexer/follower"
import { tryTurn } from "@/lib/indexer/lock"
import { latestHeader } from "@/lib/indexer/node"
import { dropFacts, rebuildDerived } from "@/lib/indexer/reindex"
import { openRpc } from "@/lib/indexer/rpc"

const client = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true })
const isFromChain = process.argv.includes("--from-chain")
const started = performance.now()

try {
  await client.connect()
  if (isFromChain) await fromChain()
  else await rebuildDerived(client, deployment(), show)
  console.log(`\nReindexed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await client.end()
}

async function fromChain() {
  const { RPC_URL } = env()
  if (!RPC_URL)
    throw new Error("RPC_URL is needed to read the chain; with `npm start` running it is known")
  const rpc = openRpc(RPC_URL, { timeoutMs: 20_000 })
  const head = await latestHeader(rpc)
  const isOurTurn = await tryTurn(client)
  await dropFacts(client)
  // A follower that is at work notices that the index moved; without one we follow ourselves.
  if (isOurTurn) await followUntil(RPC_URL)
  else await watchUntil(head.number)
}

async function followUntil(rpcUrl: string) {
  const { signal } = new AbortController()
  const onProgress = ({ block, head }: { block: number; head: number }) =>
    show(`Block ${block} of ${head}`)
  await follow(client, { book: deployment(), rpcUrl, signal, onProgress }, { untilCaughtUp: true })
}

async function watchUntil(head: number) {
  for (;;) {
    const cursor = await readCursor(client)
    show(`Block ${cursor?.indexedBlock ?? 0} of ${head}, read by the running follower`)
    if (cursor && cursor.indexedBlock >= head) return
    await pause(250)
  }
}

/** One line that is written over; on anything but a terminal a line each. */
function show(line: string) {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
}

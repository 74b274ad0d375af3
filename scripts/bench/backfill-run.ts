// Reads the whole chain of RPC_URL into the empty database of DATABASE_URL, in a process of its own like the follower;
// sends its parent the events, the seconds and the most memory that it held.
import pg from "pg"
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { follow } from "@/lib/indexer/follower"
import type { BackfillResult } from "./backfill-process"

const { DATABASE_URL, RPC_URL } = env()
const client = new pg.Client({ connectionString: DATABASE_URL })
await client.connect()
let events = 0
const options = {
  ...{ book: getDeployment(), rpcUrl: RPC_URL ?? "", signal: new AbortController().signal },
  onProgress: (progress: { events: number }) => {
    events = progress.events
  },
}
const cpuBefore = process.cpuUsage()
const started = performance.now()
await follow(client, options, { untilCaughtUp: true })
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
await client.end()
const megabytes = process.resourceUsage().maxRSS / 1024
const cpuSeconds = (user + system) / 1e6
process.send?.({ events, seconds, megabytes, cpuSeconds } satisfies BackfillResult, () =>
  process.exit(),
)

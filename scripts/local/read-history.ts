// Reads all existing blocks into the database whenever its parent asks, and replies when it has; ends with its parent.
import { getDeployment } from "@/lib/chain/deployment"
import { awaitLease } from "@/lib/db/lease"
import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"
import { follow } from "@/lib/indexer/follower"
import { connectFollower, FOLLOWER } from "@/lib/indexer/follower-lease"

registerObservers()
const stop = new AbortController()
const { signal } = stop
const lease = await awaitLease(FOLLOWER, signal)
const client = lease && (await connectFollower(lease, signal))
process.once("disconnect", async () => {
  stop.abort()
  await lease?.release()
  await client?.end()
  process.exit()
})

process.on("message", async () => {
  const options = { book: getDeployment(), rpcUrl: env().RPC_URL ?? "", signal }
  if (client) await follow(client, options, { untilCaughtUp: true })
  if (!signal.aborted) process.send?.("read")
})

// Reads all existing blocks into the database whenever its parent asks, and replies when it has; ends with its parent.
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { registerObservers } from "@/lib/index-observers"
import { follow } from "@/lib/indexer/follower"
import { awaitFollowerLock, connectFollower } from "@/lib/indexer/follower-lock"

registerObservers()
const stop = new AbortController()
const client = await connectFollower()
process.once("disconnect", async () => {
  stop.abort()
  await client.end()
  process.exit()
})

process.on("message", async () => {
  const { signal } = stop
  const options = { book: getDeployment(), rpcUrl: env().RPC_URL ?? "", signal }
  if (!(await awaitFollowerLock(client, signal))) return
  await follow(client, options, { untilCaughtUp: true })
  if (!signal.aborted) process.send?.("read")
})

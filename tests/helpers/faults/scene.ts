import { mnemonicToAccount } from "viem/accounts"
import { z } from "zod"
import { startAnvil } from "@/scripts/local/anvil"
import { rpc } from "@/scripts/local/rpc"
import { alice, bob } from "@/tests/helpers/chain"
import { createKey, signIn } from "@/tests/helpers/cluster/clients"
import { startCluster } from "@/tests/helpers/cluster/cluster"
import { startProxy } from "@/tests/lib/indexer/proxy"
import { clockVariables } from "./clocks"
import { mountDisks, releaseDisks } from "./disks"
import { supervise } from "./supervisor"

const MNEMONIC = "test test test test test test test test test test test junk"
/** Another chain is longer. */
const BLOCKS_ELSEWHERE = 3_000
/** The programs whose clocks can be moved: one web server of three, and whoever works by the clock. */
const MOVABLE = ["web1", "follower1", "follower2", "keeper", "keeper2"]
/** The deepest reorganisation that is tried leaves the token alone. */
const BLOCKS_BEFORE = 80

const createdPost = z.object({ post: z.object({ id: z.string() }) })

/** A cluster behind a node that may lie, with a token, a post and members who trade and write. */
export async function startScene() {
  let node: Awaited<ReturnType<typeof startProxy>> | undefined
  let folder = ""
  let hasDisks = false
  const cluster = await startCluster({
    // All come from one address.
    variables: Object.fromEntries(
      ["KEY", "IP", "PAGE", "SYNC", "VIEW", "LOOKUP", "LIVE", "ROUNDS"].map((name) => [
        `RATE_LIMIT_${name}`,
        "1000000",
      ]),
    ),
    variablesOf: (name) => (MOVABLE.includes(name) ? clockVariables(folder, name) : {}),
    prepare: (own) => {
      folder = own
      hasDisks = mountDisks(own)
      return () => releaseDisks(own)
    },
    through: async (url) => {
      node = await startProxy(url)
      node.set({ kind: "well" })
      return node.url
    },
  })
  if (!node) throw new Error("The cluster has no node")
  const { chain, url } = cluster
  await chain.buyMain(alice, "1000")
  const { token } = await chain.launch(alice)
  const { transactionHash: txHash } = await chain.buy(bob, token, "100")
  await chain.mine(BLOCKS_BEFORE)
  await cluster.untilIndexed()
  const members = []
  for (const addressIndex of [2, 3, 4, 5]) {
    const member = await signIn(url, mnemonicToAccount(MNEMONIC, { addressIndex }))
    members.push({ ...member, key: await createKey(url, member.cookie) })
  }
  const answer = await fetch(`${url}/api/reef/post`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: members[0]?.cookie ?? "" },
    body: JSON.stringify({ section: "mixed", title: "What holds", body: "And what does not" }),
  })
  const { post } = createdPost.parse(await answer.json())
  const other = await startAnvil({ chainId: 1 })
  await rpc(other.url, "anvil_mine", [BLOCKS_ELSEWHERE])
  const { web, followers, pgbouncer, redis, postgres } = cluster
  const keepers = [cluster.keeper, cluster.createKeeper("keeper2")]
  await keepers[1]?.start()
  const supervisor = supervise([
    ...web.map(({ server }) => server),
    ...followers,
    ...keepers,
    pgbouncer,
    redis,
    ...postgres.map(({ server }) => server),
  ])
  return {
    cluster,
    keepers,
    hasDisks,
    node,
    otherNode: other.url,
    supervisor,
    venue: { token, txHash, postId: post.id, members: members.slice(1) },
    async stop() {
      await supervisor.stop()
      await cluster.stop()
      await Promise.all([node?.stop(), other.stop()])
    },
  }
}

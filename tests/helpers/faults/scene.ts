import { mnemonicToAccount } from "viem/accounts"
import { z } from "zod"
import { alice, bob } from "@/tests/helpers/chain"
import { signIn } from "@/tests/helpers/cluster/clients"
import { startCluster } from "@/tests/helpers/cluster/cluster"
import { startProxy } from "@/tests/lib/indexer/proxy"
import { supervise } from "./supervisor"

const MNEMONIC = "test test test test test test test test test test test junk"
/** The deepest reorganisation that is tried leaves the token alone. */
const BLOCKS_BEFORE = 80

const createdPost = z.object({ post: z.object({ id: z.string() }) })

/** A cluster behind a node that may lie, with a token, a post and members who trade and write. */
export async function startScene() {
  let node: Awaited<ReturnType<typeof startProxy>> | undefined
  const cluster = await startCluster({
    // All come from one address, and the keeper has its standby as the follower has.
    variables: Object.fromEntries(
      ["KEY", "IP", "PAGE", "SYNC", "VIEW", "LOOKUP", "LIVE", "ROUNDS"].map((name) => [
        `RATE_LIMIT_${name}`,
        "1000000",
      ]),
    ),
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
  await chain.buy(bob, token, "100")
  await chain.mine(BLOCKS_BEFORE)
  await cluster.untilIndexed()
  const members = []
  for (const addressIndex of [2, 3, 4, 5]) {
    members.push(await signIn(url, mnemonicToAccount(MNEMONIC, { addressIndex })))
  }
  const answer = await fetch(`${url}/api/reef/post`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: members[0]?.cookie ?? "" },
    body: JSON.stringify({ section: "mixed", title: "What holds", body: "And what does not" }),
  })
  const { post } = createdPost.parse(await answer.json())
  const { web, followers, keeper, pgbouncer, redis, postgres } = cluster
  const supervisor = supervise([
    ...web.map(({ server }) => server),
    ...followers,
    keeper,
    pgbouncer,
    redis,
    ...postgres.map(({ server }) => server),
  ])
  return {
    cluster,
    node,
    supervisor,
    venue: { token, postId: post.id, members: members.slice(1) },
    async stop() {
      await supervisor.stop()
      await cluster.stop()
      await node?.stop()
    },
  }
}

import { zeroAddress } from "viem"
import { notifyAgent } from "@/lib/agents/notify"
import { type IdentityHolders, readIdentityHolders } from "@/lib/agents/registry"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { db, dbOn, transaction } from "@/lib/db/client"
import { lastRowIdOf } from "@/lib/db/row-ids"
import { lockAgents } from "@/lib/db/write-lock"
import { notConfigured } from "@/lib/http/errors"
import { refreshRows } from "@/lib/indexer/projections/agents"
import type { DailyJob } from "@/lib/jobs/daily"

const PAGE = 100
/** Identities that are read at the same time. */
const AT_ONCE = 10

type Row = { wallet: string; agent_id: string }

/** Removes the agents of wallets that the registry no longer names; points that were earned stay. */
export const agentCheck: DailyJob = {
  name: "agents",
  async run({ signal }) {
    if (getDeployment().identityRegistry === zeroAddress) return
    if (!getChainClient()) throw notConfigured("A node of the chain")
    let after = ""
    for (;;) {
      const rows = await readPage(after)
      for (let i = 0; i < rows.length; i += AT_ONCE) {
        signal.throwIfAborted()
        await Promise.all(rows.slice(i, i + AT_ONCE).map(checkAgent))
      }
      const last = rows.at(-1)
      if (!last) return
      after = last.wallet
    }
  },
}

const readPage = (after: string): Promise<Row[]> =>
  db
    .selectFrom("agent")
    .select(["wallet", "agent_id"])
    .where("wallet", ">", after)
    .orderBy("wallet")
    .limit(PAGE)
    .execute()

async function checkAgent(row: Row) {
  const holders = await readIdentityHolders(Number(row.agent_id))
  if (!holders.wallets.includes(row.wallet)) await releaseAgent(row, holders)
}

/** Events up to the block of the check no longer count; another agent of the wallet takes the place of this one. */
function releaseAgent({ wallet, agent_id }: Row, { block }: IdentityHolders) {
  const as_of = lastRowIdOf(block)
  return transaction(async (client) => {
    await lockAgents(client)
    const queries = dbOn(client)
    await notifyAgent(queries, wallet)
    await queries
      .deleteFrom("agent")
      .where("wallet", "=", wallet)
      .where("agent_id", "=", agent_id)
      // It may have been posted again meanwhile.
      .where((eb) => eb.or([eb("posted_id", "is", null), eb("posted_id", "<=", `${as_of}`)]))
      .execute()
    await queries
      .insertInto("agent_release")
      .values({ wallet, agent_id, as_of })
      .onConflict((conflict) => conflict.columns(["wallet", "agent_id"]).doUpdateSet({ as_of }))
      .execute()
    await refreshRows(client, [wallet])
  })
}

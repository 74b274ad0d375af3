import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { double, hexText } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"

const count = sql<number>`count(*)::int`

/** Whether the author of a feedback and the agent's wallet have traded with each other. */
function hasDealt(author: Expression<string>, agent: Expression<string>) {
  const transfers = (from: Expression<string>, to: Expression<string>) =>
    db.selectFrom("transfer").select("id").where("from", "=", from).where("to", "=", to)
  const fills = (seller: Expression<string>, buyer: Expression<string>) =>
    db
      .selectFrom("order_event")
      .select("id")
      .where("seller", "=", seller)
      .where("buyer", "=", buyer)
  const trades = (trader: Expression<string>, creator: Expression<string>) =>
    db
      .selectFrom("trade as t")
      .innerJoin("token as k", "k.address", "t.token")
      .select("t.id")
      .where("t.user", "=", trader)
      .where("k.dev", "=", creator)
  const schedules = (creator: Expression<string>, beneficiary: Expression<string>) =>
    db
      .selectFrom("vesting_schedule")
      .select("vesting_id")
      .where("creator", "=", creator)
      .where("beneficiary", "=", beneficiary)
  const [a, b] = [author, agent]
  return sql<boolean>`exists (${transfers(a, b)}) or exists (${transfers(b, a)})
    or exists (${fills(a, b)}) or exists (${fills(b, a)})
    or exists (${trades(a, b)}) or exists (${trades(b, a)})
    or exists (${schedules(a, b)}) or exists (${schedules(b, a)})`
}

/** The volume that an author has traded: trades of tokens, purchases of shares, and bets. */
function traded(author: Expression<string>) {
  const trades = db
    .selectFrom("trade")
    .select(["amount_usdc as usd", sql<number>`1`.as("times")])
    .where("user", "=", author)
    .where("type", "in", [sql.lit(0), sql.lit(1), sql.lit(2), sql.lit(3)])
    .where("routing_leg", "=", sql.lit(false))
  const purchases = (table: "share_trade" | "order_event") =>
    db
      .selectFrom(table)
      .select([sql<string>`coalesce(usdc, 0)`.as("usd"), sql<number>`1`.as("times")])
      .where("buyer", "=", author)
  const bets = db
    .selectFrom("updown_wallet")
    .select(["stake as usd", "bets as times"])
    .where("wallet", "=", author)
  return db
    .selectFrom(
      trades
        .unionAll(purchases("share_trade"))
        .unionAll(purchases("order_event"))
        .unionAll(bets)
        .as("row"),
    )
    .select([
      sql<number>`coalesce(sum(times), 0)::int`.as("trades"),
      sql<string>`coalesce(sum(usd), 0)::text`.as("volume"),
    ])
}

/** Newest first; one row more than a page shows that there are older ones. */
const selectFeedback = statement(
  { agentId: "bigint", wallet: "text", before: "bigint?", limit: "integer" },
  ({ agentId, wallet, before, limit }) =>
    db
      .selectFrom("agent_feedback as f")
      .innerJoin("tx", "tx.id", "f.tx_id")
      .innerJoinLateral(
        ({ ref }) => traded(ref("f.author")).as("t"),
        (join) => join.onTrue(),
      )
      .select(["f.id", "f.author", "f.time", "f.value", "f.decimals", "f.tag1", "f.tag2"])
      .select(["f.endpoint", "f.uri", "t.trades", "t.volume"])
      .select(({ ref, exists, selectFrom }) => {
        const revocation = selectFrom("feedback_revocation as e")
          .select("e.id")
          .whereRef("e.agent_id", "=", "f.agent_id")
          .whereRef("e.author", "=", "f.author")
          .whereRef("e.feedback_index", "=", "f.feedback_index")
        const responses = selectFrom("feedback_response as e")
          .select(count.as("rows"))
          .whereRef("e.agent_id", "=", "f.agent_id")
          .whereRef("e.author", "=", "f.author")
          .whereRef("e.feedback_index", "=", "f.feedback_index")
        return [
          double(ref("f.feedback_index")).as("feedbackIndex"),
          hexText(ref("tx.hash")).as("txHash"),
          hasDealt(ref("f.author"), wallet).as("hasDealt"),
          exists(revocation).as("isRevoked"),
          responses.$asScalar().as("responses"),
        ]
      })
      .where("f.agent_id", "=", agentId)
      .where((eb) => eb.and(before ? [eb("f.id", "<", before)] : []))
      .orderBy("f.id", "desc")
      .limit(limit),
)

const PAGE = 20

/** A page of the feedback on an agent, and where the next one begins. */
export async function findFeedback(
  { agentId, wallet }: { agentId: number; wallet: string },
  before?: string,
) {
  const rows = await selectFeedback({ agentId, wallet, before, limit: PAGE + 1 })
  const shown = rows.slice(0, PAGE)
  return {
    feedback: shown.map(({ volume, isRevoked, ...each }) => ({
      ...each,
      volume: BigInt(volume),
      isRevoked: Boolean(isRevoked),
      responses: each.responses ?? 0,
    })),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}

export type Feedback = Awaited<ReturnType<typeof findFeedback>>["feedback"][number]

const selectSummary = statement({ agentId: "bigint", wallet: "text" }, ({ agentId, wallet }) =>
  db
    .selectFrom("agent_feedback as f")
    .select(({ ref }) => [
      count.as("total"),
      sql<number>`count(distinct ${ref("f.author")})::int`.as("authors"),
      sql<number>`(count(distinct ${ref("f.author")}) filter
        (where ${hasDealt(ref("f.author"), wallet)}))::int`.as("dealt"),
    ])
    .where("f.agent_id", "=", agentId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("feedback_revocation as e")
            .select("e.id")
            .whereRef("e.agent_id", "=", "f.agent_id")
            .whereRef("e.author", "=", "f.author")
            .whereRef("e.feedback_index", "=", "f.feedback_index"),
        ),
      ),
    ),
)

/** Counts an agent's feedback that was not revoked, and its authors. */
export async function findFeedbackSummary(agent: { agentId: number; wallet: string }) {
  const [row] = await selectSummary(agent)
  return row ?? { total: 0, authors: 0, dealt: 0 }
}

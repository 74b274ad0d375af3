import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { orderKinds } from "@/lib/markets/constants"
import { TIERS } from "@/lib/profiles/tiers"
import { WAD } from "@/lib/units"
import { ACTIVE_HOURS, ACTIVE_USD, type Signals } from "./amounts"

const [, HATCHLING, TIDAL] = TIERS

/** The facts from which a wallet's signals follow. */
export type SignalFacts = Signals & { isAgent: boolean; hasUsername: boolean }

/** A wallet's volume of the last hours: buys and sells without routing legs, purchases, fills, bets. */
const selectTraded = (wallet: ReturnType<typeof sql<string>>) => {
  const since = sql<Date>`now() - make_interval(hours => ${sql.lit(ACTIVE_HOURS)})`
  return db
    .selectFrom("trade")
    .select("amount_usdc as usd")
    .where("user", "=", wallet)
    .where("routing_leg", "=", sql.lit(false))
    .where("time", ">", since)
    .unionAll(
      db
        .selectFrom("share_trade")
        .select("usdc as usd")
        .where("buyer", "=", wallet)
        .where("time", ">", since),
    )
    .unionAll(
      db
        .selectFrom("order_event")
        .select(({ ref }) => sql<string>`${ref("usdc")}`.as("usd"))
        .where("kind", "=", sql.lit(orderKinds.filled))
        .where((eb) => eb.or([eb("buyer", "=", wallet), eb("seller", "=", wallet)]))
        .where("time", ">", since),
    )
    .unionAll(
      db
        .selectFrom("updown_bet")
        .select("amount as usd")
        .where("wallet", "=", wallet)
        .where("time", ">", since),
    )
}

const readFacts = statement({ wallet: "text" }, ({ wallet }) =>
  db.selectNoFrom(({ exists, or, selectFrom }) => {
    const traded = db
      .selectFrom(selectTraded(wallet).as("traded"))
      .select(({ ref }) => sql<string>`coalesce(sum(${ref("usd")}), 0)`.as("usd"))
    return [
      exists(selectFrom("agent").select("agent.wallet").where("agent.wallet", "=", wallet))
        .$castTo<boolean>()
        .as("isAgent"),
      exists(
        selectFrom("profile")
          .select("profile.wallet")
          .where("profile.wallet", "=", wallet)
          .where("profile.username", "is not", null),
      )
        .$castTo<boolean>()
        .as("hasUsername"),
      // Handles that the owner only says count for nothing.
      or([
        exists(
          selectFrom("social_link")
            .select("social_link.wallet")
            .where("social_link.wallet", "=", wallet)
            .where("platform", "=", sql.lit("x"))
            .where("is_linked", "=", sql.lit(true)),
        ),
        exists(
          selectFrom("moltbook_account")
            .select("moltbook_account.wallet")
            .where("moltbook_account.wallet", "=", wallet),
        ),
      ])
        .$castTo<boolean>()
        .as("hasAccount"),
      sql<boolean>`(${traded}) >= ${sql.lit(`${BigInt(ACTIVE_USD) * WAD}`)}::numeric`.as("active"),
      sql<string>`coalesce((${selectFrom("wallet_points")
        .select("total")
        .where("wallet_points.wallet", "=", wallet)}), 0)`.as("points"),
    ]
  }),
)

/** The signals of a wallet at this moment, with the facts behind the gate. */
export async function findSignals(wallet: string): Promise<SignalFacts> {
  const [facts] = await readFacts({ wallet })
  if (!facts) throw new Error("A query without tables answered no row")
  const { isAgent, hasUsername, hasAccount, active } = facts
  const points = BigInt(facts.points)
  return {
    base: isAgent || (hasUsername && hasAccount),
    twitter: hasAccount,
    active,
    hatchling: points >= HATCHLING.minPoints,
    tidal: points >= TIDAL.minPoints,
    isAgent,
    hasUsername,
  }
}

import { sql } from "kysely"
import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { db, dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { bulkStatement, columnsOf } from "@/lib/indexer/bulk-writes"
import type { ReferralEventRow } from "@/lib/indexer/event-rows"
import { markReferralsDue } from "@/lib/profiles/points/due"

/** How far a chain of referrers is followed when a cycle is looked for. */
const MAX_STEPS = 50

type ReferralEvent = Pick<ReferralEventRow, "id" | "time" | "user" | "referrer">

/**
 * Stores who referred these wallets: for each the first event in chain order that names another
 * wallet and closes no cycle. When no event contradicts another one the order of arrival does not
 * matter; otherwise everything is worked out again in chain order.
 */
export async function addReferrals(
  client: ClientBase,
  events: readonly ReferralEvent[],
): Promise<void> {
  const named = findFirstReferrals(events)
  if (named.length === 0) return
  const known = await findReferrers(
    client,
    named.map(({ user }) => user),
  )
  const contradicts = named.some(({ user, referrer }) => {
    const existing = known.get(user)
    return existing !== undefined && existing !== referrer
  })
  if (contradicts) return recomputeReferrals(client)
  await storeReferrals(client, named)
  const wallets = named.map(({ user }) => user)
  if ((await readCycles({ wallets }, client)).length > 0) return recomputeReferrals(client)
  await markReferralsDue(client, wallets)
}

function findFirstReferrals(events: readonly ReferralEvent[]): ReferralEvent[] {
  const first = new Map<string, ReferralEvent>()
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    const { user, referrer } = event
    const counts = referrer !== zeroAddress && referrer !== user
    if (counts && !first.has(user)) first.set(user, event)
  }
  return [...first.values()]
}

async function findReferrers(client: ClientBase, wallets: readonly string[]) {
  const rows = await dbOn(client)
    .selectFrom("referral")
    .select(["wallet", "referrer"])
    .where("wallet", "=", anyOf(wallets))
    .execute()
  return new Map(rows.map(({ wallet, referrer }) => [wallet, referrer]))
}

const storeReferrals = bulkStatement(
  { user: "text", referrer: "text", id: "bigint", time: "bigint" },
  (given) =>
    db
      .insertInto("referral")
      .columns(["wallet", "referrer", "event_id", "set_at"])
      .expression(
        db
          .selectFrom(given)
          .select(({ ref, fn }) => [
            ...(["given.user", "given.referrer", "given.id"] as const),
            fn<Date>("to_timestamp", [ref("given.time")]).as("set_at"),
          ]),
      )
      .onConflict((conflict) =>
        conflict
          .column("wallet")
          .doUpdateSet(columnsOf("excluded", ["event_id", "set_at"]))
          .whereRef("excluded.event_id", "<", "referral.event_id"),
      ),
)

/** Wallets that are among their own referrers. */
const readCycles = statement({ wallets: "text[]" }, ({ wallets }) =>
  db
    .withRecursive("chain(wallet, ancestor, steps)", (cte) =>
      cte
        .selectFrom("referral")
        .select(["wallet", "referrer as ancestor", sql<number>`1`.as("steps")])
        .where("wallet", "=", sql<string>`any(${wallets})`)
        .unionAll(
          cte
            .selectFrom("chain")
            .innerJoin("referral as r", "r.wallet", "chain.ancestor")
            .select((eb) => [
              "chain.wallet",
              "r.referrer as ancestor",
              eb("chain.steps", "+", 1).as("steps"),
            ])
            .where("chain.steps", "<=", MAX_STEPS)
            .whereRef("chain.ancestor", "<>", "chain.wallet"),
        ),
    )
    .selectFrom("chain")
    .select("wallet")
    .whereRef("wallet", "=", "ancestor")
    .limit(1),
)

/** Works all referrals out again, from the events in chain order. */
export async function recomputeReferrals(client: ClientBase): Promise<void> {
  const rows = await dbOn(client)
    .selectFrom((from) =>
      from
        .selectFrom("faucet_claim")
        .select(["id", "tx_id", "user", "referrer"])
        .unionAll(from.selectFrom("referrer_set").select(["id", "tx_id", "user", "referrer"]))
        .as("e"),
    )
    .innerJoin("tx", "tx.id", "e.tx_id")
    .select(["e.id", "tx.time", "e.user", "e.referrer"])
    .orderBy("e.id")
    .execute()
  const accepted = new Map<string, ReferralEvent>()
  for (const { id, time, user, referrer } of rows) {
    if (referrer === zeroAddress || accepted.has(user)) continue
    if (isAmongReferrers(accepted, user, referrer)) continue
    accepted.set(user, { id: +id, time: +time / 1000, user, referrer })
  }
  await markReferralsDue(client)
  await dbOn(client).deleteFrom("referral").execute()
  await storeReferrals(client, [...accepted.values()])
  await markReferralsDue(client)
}

function isAmongReferrers(accepted: Map<string, ReferralEvent>, user: string, referrer: string) {
  let ancestor: string | undefined = referrer
  for (let step = 0; step <= MAX_STEPS && ancestor; step++) {
    if (ancestor === user) return true
    ancestor = accepted.get(ancestor)?.referrer
  }
  return false
}

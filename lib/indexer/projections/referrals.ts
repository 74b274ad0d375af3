import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"
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
  if (await closesCycle(client, named)) return recomputeReferrals(client)
  await markReferralsDue(
    client,
    named.map(({ user }) => user),
  )
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

async function storeReferrals(client: ClientBase, referrals: readonly ReferralEvent[]) {
  await client.query(
    `insert into referral as r (wallet, referrer, event_id, set_at)
    select wallet, referrer, id, to_timestamp(time)
    from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as n (wallet, referrer, id, time)
    on conflict (wallet) do update set event_id = excluded.event_id, set_at = excluded.set_at
      where excluded.event_id < r.event_id`,
    ["user", "referrer", "id", "time"].map((column) => toArrayLiteral(referrals, column)),
  )
}

/** Whether a wallet is found among its own referrers. */
async function closesCycle(client: ClientBase, referrals: readonly ReferralEvent[]) {
  const { rows } = await client.query<{ found: boolean }>(
    `with recursive chain (wallet, ancestor, steps) as (
      select wallet, referrer, 1 from referral where wallet = any($1::text[])
      union all
      select chain.wallet, r.referrer, steps + 1 from chain join referral r on r.wallet = ancestor
      where steps <= ${MAX_STEPS} and ancestor <> chain.wallet
    )
    select exists (select 1 from chain where wallet = ancestor) as found`,
    [toArrayLiteral(referrals, "user")],
  )
  return rows[0]?.found === true
}

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

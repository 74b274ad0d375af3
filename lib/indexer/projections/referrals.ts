import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { bulkStatement, columnsOf } from "@/lib/events/bulk-writes"
import type { ReferralEventRow } from "@/lib/events/event-rows"
import { tellObservers } from "@/lib/events/observers"
import { judgeReferrer, listAncestors, readChains } from "@/lib/referrals/rules"

type ReferralEvent = Pick<ReferralEventRow, "id" | "time" | "user" | "referrer">

/** A wallet's referrer, and the event that names it. */
type Edge = { referrer: string; id: number }
type Edges = Map<string, Edge>

/**
 * Stores who referred these wallets: for each the first event in chain order that the rule accepts. An event that
 * comes late may change what later ones were worth: then everything is worked out again in chain order.
 */
export async function addReferrals(
  client: ClientBase,
  events: readonly ReferralEvent[],
): Promise<void> {
  if (events.length === 0) return
  const edges = await readEdges(client, events)
  const accepted = new Map<string, ReferralEvent>()
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    const effect = findEffect(edges, event)
    if (effect === "contradiction") return recomputeReferrals(client)
    if (effect === "none") continue
    edges.set(event.user, event)
    accepted.set(event.user, event)
  }
  await storeReferrals(client, [...accepted.values()])
  await tellChanged(client, [...accepted.keys()])
}

const tellChanged = (client: ClientBase, wallets: readonly string[]) =>
  tellObservers((observer) => observer.referralsChanged?.(client, wallets))

async function readEdges(client: ClientBase, events: readonly ReferralEvent[]): Promise<Edges> {
  const wallets = [...new Set(events.flatMap(({ user, referrer }) => [user, referrer]))]
  const rows = await readChains(wallets, client)
  return new Map(rows.map(({ wallet, referrer, eventId }) => [wallet, { referrer, id: +eventId }]))
}

/** The effect of an event; `contradiction` when a later event was accepted although this one came first. */
function findEffect(
  edges: Edges,
  { id, user, referrer }: ReferralEvent,
): "none" | "stored" | "contradiction" {
  const referrerOf = (wallet: string) => edges.get(wallet)?.referrer
  const edge = edges.get(user)
  switch (judgeReferrer(user, referrer, referrerOf)) {
    case "accepted":
      return "stored"
    case "already_set":
      if (!edge || edge.id <= id || !isReferrer(user, referrer)) return "none"
      return edge.referrer === referrer ? "stored" : "contradiction"
    case "cycle": {
      const path = [referrer, ...listAncestors(referrer, referrerOf)]
      const closing = path.slice(0, path.indexOf(user))
      return closing.some((wallet) => (edges.get(wallet)?.id ?? 0) > id) ? "contradiction" : "none"
    }
    default:
      return "none"
  }
}

/** Whether an event names a referrer at all. */
const isReferrer = (user: string, referrer: string) =>
  judgeReferrer(user, referrer, () => undefined) === "accepted"

const storeReferrals = bulkStatement(
  { user: "text", referrer: "text", id: "bigint", time: "bigint" },
  (rows) =>
    db
      .insertInto("referral")
      .columns(["wallet", "referrer", "event_id", "set_at"])
      .expression(
        db
          .selectFrom(rows)
          .select(({ ref, fn }) => [
            ...(["given.user", "given.referrer", "given.id"] as const),
            fn<Date>("to_timestamp", [ref("given.time")]).as("set_at"),
          ]),
      )
      .onConflict((conflict) =>
        conflict
          .column("wallet")
          .doUpdateSet(columnsOf("excluded", ["referrer", "event_id", "set_at"])),
      ),
)

/** Works all referrals out again, from the events in chain order, and stores what differs. */
export async function recomputeReferrals(client: ClientBase): Promise<void> {
  const accepted = await findAccepted(client)
  const stored = await readStored(client)
  const removed = [...stored.keys()].filter((wallet) => !accepted.has(wallet))
  const changed = [...accepted.values()].filter(
    ({ user, referrer, id }) =>
      stored.get(user)?.id !== id || stored.get(user)?.referrer !== referrer,
  )
  const wallets = [...removed, ...changed.map(({ user }) => user)]
  if (wallets.length === 0) return
  // Both the wallets that lose the referral and those that get it.
  await tellChanged(client, wallets)
  // An event may give its wallet another referrer: its id is free only when the old row is gone.
  await dbOn(client).deleteFrom("referral").where("wallet", "=", anyOf(wallets)).execute()
  await storeReferrals(client, changed)
  await tellChanged(client, wallets)
}

async function findAccepted(client: ClientBase): Promise<Map<string, ReferralEvent>> {
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
  const referrerOf = (wallet: string) => accepted.get(wallet)?.referrer
  for (const { id, time, user, referrer } of rows) {
    if (judgeReferrer(user, referrer, referrerOf) !== "accepted") continue
    accepted.set(user, { id: +id, time: +time / 1000, user, referrer })
  }
  return accepted
}

async function readStored(client: ClientBase): Promise<Edges> {
  const rows = await dbOn(client)
    .selectFrom("referral")
    .select(["wallet", "referrer", "event_id"])
    .execute()
  return new Map(rows.map((row) => [row.wallet, { referrer: row.referrer, id: +row.event_id }]))
}

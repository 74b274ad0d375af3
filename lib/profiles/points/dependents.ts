import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import {
  type Client,
  type DueWallet,
  dueParameters,
  markWalletsDue,
  toDate,
  toDueInput,
} from "./due"
import { findFirstTierChange } from "./formula"
import type { StoredPoints } from "./stored-points"

export type ComputedDay = { day: number; own: bigint; referral: bigint; reachedAt: Date }

/** Marks who depends on changed points: two layers of referrers on own points, the referrals on the tier. */
export async function markDependents(
  client: Client,
  due: readonly DueWallet[],
  stored: Map<string, StoredPoints>,
  computed: Map<string, ComputedDay[]>,
) {
  const own: DueWallet[] = []
  const tiers: DueWallet[] = []
  for (const { wallet } of due) {
    const before = stored.get(wallet)
    const totals = compareTotals(before, computed.get(wallet) ?? [])
    const changed = totals.find(({ ownBefore, ownNow }) => ownBefore !== ownNow)
    if (changed) own.push({ wallet, day: changed.day })
    const day = findFirstTierChange(totals)
    if (day !== null) tiers.push({ wallet, day })
  }
  if (own.length > 0) {
    await markWalletsDue(client, await selectReferrers(toDueInput(own), client))
  }
  if (tiers.length > 0) {
    await markWalletsDue(client, await selectReferrals(toDueInput(tiers), client))
  }
}

/** The wallet's totals at the end of each day, before and after. */
function compareTotals(before: StoredPoints | undefined, computed: readonly ComputedDay[]) {
  const [old, now] = [before?.days ?? new Map(), new Map(computed.map((each) => [each.day, each]))]
  const totals = { before: before?.total ?? 0n, now: before?.total ?? 0n }
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort((a, b) => a - b)
    .map((day) => {
      const ownBefore = old.get(day)?.own ?? 0n
      const ownNow = now.get(day)?.own ?? 0n
      totals.before += ownBefore + (old.get(day)?.referral ?? 0n)
      totals.now += ownNow + (now.get(day)?.referral ?? 0n)
      return { day, ownBefore, ownNow, ...totals }
    })
}

/** Two layers of referrers of changed wallets. */
const selectReferrers = statement(dueParameters, ({ wallets, days }) =>
  db
    .selectFrom(changedWallets(wallets, days))
    .innerJoin("referral as first", "first.wallet", "changed.wallet")
    .select(["first.referrer as wallet", "changed.day"])
    .unionAll(
      db
        .selectFrom(changedWallets(wallets, days))
        .innerJoin("referral as first", "first.wallet", "changed.wallet")
        .innerJoin("referral as second", "second.wallet", "first.referrer")
        .select(["second.referrer as wallet", "changed.day"]),
    ),
)

/** The referrals of changed wallets. Only days with own points of theirs can bring a kickback. */
const selectReferrals = statement(dueParameters, ({ wallets, days }) =>
  db
    .selectFrom(changedWallets(wallets, days))
    .innerJoin("referral as r", "r.referrer", "changed.wallet")
    .select(["r.wallet", "changed.day"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("points_day as p")
          .select("p.wallet")
          .whereRef("p.wallet", "=", "r.wallet")
          .where(({ ref }) => sql<boolean>`${ref("p.day")} >= ${toDate(ref("changed.day"))}`),
      ),
    ),
)

const changedWallets = (
  wallets: Expression<readonly string[]>,
  days: Expression<readonly number[]>,
) => sql<DueWallet>`unnest(${wallets}, ${days})`.as<"changed">(sql`changed (wallet, day)`)

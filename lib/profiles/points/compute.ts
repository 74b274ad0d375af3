import { sql } from "kysely"
import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { type DueWallet, readBasePoints, toDayNumber } from "./base-points"
import { computeCreationAwards } from "./creation-awards"
import { type ComputedDay, markDependents } from "./dependents"
import { type Client, markAllDue, markReferralsDue } from "./due"
import {
  computeOwnPoints,
  computeReferralPoints,
  type OwnPoints,
  POINT,
  type ReferredPoints,
} from "./formula"
import {
  readReferredPoints,
  readReferrerTotals,
  readStoredPoints,
  type StoredPoints,
  type TotalByDay,
} from "./stored-points"

/** Wallets computed at once: takes a few milliseconds, during which nothing is indexed. */
const WALLETS_PER_BATCH = 200

/**
 * Computes the points of wallets that are due, earliest days first, and marks those whose points depend on what
 * changed. Call in a transaction that holds the write lock. Returns whether more is due.
 */
export async function computeDue(
  client: Client,
  { first }: { first?: string | undefined } = {},
): Promise<{ hasMore: boolean }> {
  const platform = listPlatformContracts()
  const creations = await computeCreationAwards(client, platform)
  const due = await dequeueWallets(client, platform, first)
  if (due.taken === 0) return { hasMore: creations > 0 }
  if (due.wallets.length > 0) await computeWallets(client, due.wallets)
  return { hasMore: true }
}

/** Computes everything anew. */
export async function rebuildPoints(client: Client): Promise<void> {
  for (const table of ["points_day", "wallet_points", "points_due", "creation_award"]) {
    await client.query(`delete from ${table}`)
  }
  await markAllDue(client)
  await markReferralsDue(client)
  while ((await computeDue(client)).hasMore) {}
}

/** The contracts of the deployment: they trade for others and earn no points. */
function listPlatformContracts(): string[] {
  const { upDown, chainId: _, startBlock: __, ...contracts } = getDeployment()
  const addresses = [...Object.values(contracts), ...Object.values(upDown)]
  return addresses.filter((address) => address !== zeroAddress)
}

/** Wallets of the queue that are computed next: one asked for, and those with the earliest days. */
const deleteNextDue = statement(
  { platform: "text[]", first: "text", limit: "integer" },
  ({ platform, first, limit }) => {
    const next = db
      .selectFrom("points_due")
      .select("wallet")
      .orderBy("day")
      .orderBy("wallet")
      .limit(limit)
    return db
      .with("next", (queries) =>
        queries
          .selectFrom("points_due")
          .select("wallet")
          .where("wallet", "=", first)
          .union(queries.selectFrom(next.as("earliest")).select("earliest.wallet")),
      )
      .deleteFrom("points_due as due")
      .using("next")
      .whereRef("due.wallet", "=", "next.wallet")
      .returning(({ ref, or, exists, selectFrom }) => [
        "due.wallet",
        toDayNumber(ref("due.day")).as("day"),
        or([
          sql<boolean>`${ref("due.wallet")} = any(${platform})`,
          exists(
            selectFrom("token")
              .select("token.address")
              .whereRef("token.address", "=", "due.wallet"),
          ),
        ])
          .$castTo<boolean>()
          .as("isPlatform"),
      ])
  },
)

/** Contracts of the platform, tokens included, earn nothing. */
async function dequeueWallets(
  client: Client,
  platform: readonly string[],
  first: string | undefined,
) {
  const rows = await deleteNextDue(
    { platform, first: first ?? "", limit: WALLETS_PER_BATCH },
    client,
  )
  return { taken: rows.length, wallets: rows.filter(({ isPlatform }) => !isPlatform) }
}

async function computeWallets(client: Client, due: readonly DueWallet[]) {
  const stored = await readStoredPoints(client, due)
  const bases = await readBasePoints(client, due)
  const own = new Map(
    due.map(({ wallet }) => {
      const streak = stored.get(wallet)?.streak ?? { day: -2, length: 0 }
      return [wallet, computeOwnPoints(bases.get(wallet) ?? [], streak)]
    }),
  )
  // Referrers of the same batch count as they were stored: once they changed, those they referred are due again.
  const referrers = await readReferrerTotals(client, due)
  await writeOwnPoints(client, due, own)
  const referrals = await readReferredPoints(client, due)
  const computed = new Map(
    due.map(({ wallet }) => {
      const referred = referrals.get(wallet) ?? new Map<number, ReferredPoints>()
      const before = stored.get(wallet)?.total ?? 0n
      const above = { referred, referrer: referrers.get(wallet), before }
      return [wallet, computeDays(own.get(wallet) ?? [], above)]
    }),
  )
  await writeReferralPoints(client, computed)
  await writeTotals(client, due, stored, computed)
  await markDependents(client, due, stored, computed)
}

type ReferralContext = {
  referred: Map<number, ReferredPoints>
  referrer: TotalByDay | undefined
  before: bigint
}

function computeDays(
  own: readonly OwnPoints[],
  { referred, referrer, before }: ReferralContext,
): ComputedDay[] {
  const ownByDay = new Map(own.map((each) => [each.day, each]))
  const days = [...new Set([...ownByDay.keys(), ...referred.keys()])].sort((a, b) => a - b)
  const earned = computeReferralPoints({
    days,
    own: (day) => ownByDay.get(day)?.own ?? 0n,
    referred: (day) => referred.get(day),
    before,
    referrerTotal: (day) => referrer?.(day) ?? null,
  })
  return earned.flatMap(({ day, referral }) => {
    const [mine, others] = [ownByDay.get(day), referred.get(day)]
    const times = [mine?.at, others?.at].flatMap((time) => time?.getTime() ?? [])
    if (times.length === 0) return []
    return { day, own: mine?.own ?? 0n, referral, reachedAt: new Date(Math.max(...times)) }
  })
}

async function writeOwnPoints(
  client: Client,
  due: readonly DueWallet[],
  own: Map<string, OwnPoints[]>,
) {
  await client.query(
    `delete from points_day p using unnest($1::text[], $2::int[]) as due (wallet, day)
    where p.wallet = due.wallet and p.day >= date '1970-01-01' + due.day`,
    [due.map(({ wallet }) => wallet), due.map(({ day }) => day)],
  )
  const rows = [...own].flatMap(([wallet, days]) => days.map((day) => ({ wallet, ...day })))
  if (rows.length === 0) return
  await client.query(
    `insert into points_day (wallet, day, trading, prediction, creator, positions, own, referral,
      own_at, reached_at)
    select wallet, date '1970-01-01' + day, trading * 1e-18, prediction * 1e-18, creator * 1e-18,
      positions * 1e-18, own * 1e-24, 0, at, at
    from unnest($1::text[], $2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[],
      $7::numeric[], $8::timestamptz[])
      as given (wallet, day, trading, prediction, creator, positions, own, at)`,
    [
      rows.map(({ wallet }) => wallet),
      rows.map(({ day }) => day),
      rows.map(({ trading }) => trading),
      rows.map(({ prediction }) => prediction),
      rows.map(({ creator }) => creator),
      rows.map(({ positions }) => positions),
      rows.map(({ own: points }) => points),
      rows.map(({ at }) => at),
    ],
  )
}

async function writeReferralPoints(client: Client, computed: Map<string, ComputedDay[]>) {
  const rows = [...computed].flatMap(([wallet, days]) =>
    days.filter(({ referral }) => referral > 0n).map((day) => ({ wallet, ...day })),
  )
  if (rows.length === 0) return
  await client.query(
    `insert into points_day as p (wallet, day, trading, prediction, creator, positions, own,
      referral, reached_at)
    select wallet, date '1970-01-01' + day, 0, 0, 0, 0, 0, referral * 1e-24, at
    from unnest($1::text[], $2::int[], $3::numeric[], $4::timestamptz[])
      as given (wallet, day, referral, at)
    on conflict (wallet, day) do update
      set referral = excluded.referral, reached_at = excluded.reached_at`,
    [
      rows.map(({ wallet }) => wallet),
      rows.map(({ day }) => day),
      rows.map(({ referral }) => referral),
      rows.map(({ reachedAt }) => reachedAt),
    ],
  )
}

async function writeTotals(
  client: Client,
  due: readonly DueWallet[],
  stored: Map<string, StoredPoints>,
  computed: Map<string, ComputedDay[]>,
) {
  const rows = due.map(({ wallet }) => {
    const days = computed.get(wallet) ?? []
    const before = stored.get(wallet)
    const total = days.reduce((sum, { own, referral }) => sum + own + referral, before?.total ?? 0n)
    const earning = days.findLast(({ own, referral }) => own + referral > 0n)
    const reachedAt = earning?.reachedAt ?? before?.reachedAt ?? null
    return { wallet, total: total / POINT, reachedAt }
  })
  await client.query(
    `with given as (
      select * from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as g (wallet, total, at)
    ), gone as (
      delete from wallet_points w using given g where w.wallet = g.wallet and g.total = 0
    )
    insert into wallet_points (wallet, total, reached_at, computed_at)
    select wallet, total, at, clock_timestamp() from given where total > 0
    on conflict (wallet) do update set total = excluded.total, reached_at = excluded.reached_at,
      computed_at = excluded.computed_at`,
    [
      rows.map(({ wallet }) => wallet),
      rows.map(({ total }) => total),
      rows.map(({ reachedAt }) => reachedAt),
    ],
  )
}

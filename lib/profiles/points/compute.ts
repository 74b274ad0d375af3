import { type Expression, type Insertable, type Selectable, sql } from "kysely"
import { formatUnits, zeroAddress } from "viem"
import { listPlatformContracts } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Database, PointsDayTable } from "@/lib/generated/database"
import { resizeChunks } from "@/lib/profiles/ranks/chunks"
import { readBasePoints, withDueWallets } from "./base-points"
import { computeCreationAwards } from "./creation-awards"
import { type ComputedDay, markDependents } from "./dependents"
import {
  type Client,
  type DueWallet,
  dueParameters,
  markAllDue,
  markReferralsDue,
  toDayNumber,
  toDueInput,
} from "./due"
import {
  computeOwnPoints,
  computeReferralPoints,
  type OwnPoints,
  POINT,
  POINT_DECIMALS,
  type ReferredPoints,
} from "./formula"
import { markPositionsDue } from "./position-rows"
import {
  readReferredPoints,
  readReferrerTotals,
  readStoredPoints,
  type StoredPoints,
  type TotalByDay,
} from "./stored-points"

/** Wallets computed at once: takes a few milliseconds, during which nothing is indexed. */
const WALLETS_PER_BATCH = 200

const DAY_MS = 86_400_000

/**
 * Computes the points of wallets that are due, earliest days first, and marks those whose points depend on what
 * changed. Call in a transaction that holds the write lock. Returns whether more is due.
 */
export async function computeDue(
  client: Client,
  { first }: { first?: string | undefined } = {},
): Promise<{ hasMore: boolean }> {
  // They trade for others and earn no points.
  const platform = listPlatformContracts().filter((address) => address !== zeroAddress)
  await markPositionsDue(client)
  const creations = await computeCreationAwards(client, platform)
  const due = await dequeueWallets(client, platform, first)
  if (due.taken === 0) return { hasMore: creations > 0 }
  if (due.wallets.length > 0) await computeWallets(client, due.wallets)
  return { hasMore: true }
}

const deletions = (
  ["points_day", "wallet_points", "points_due", "creation_award", "positions_day"] as const
).map((table) => statement({}, () => db.deleteFrom(table)))

/** Computes all points again. */
export async function rebuildPoints(client: Client): Promise<void> {
  for (const remove of deletions) await remove({}, client)
  await markAllDue(client)
  await markReferralsDue(client)
  while ((await computeDue(client)).hasMore) {}
}

/** Takes wallets from the queue: `first`, and those with the earliest days. */
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

/** Rows in JSON with the columns of a table, as table `given`. */
const rowsOf = <T extends "points_day" | "wallet_points">(table: T, json: Expression<string>) =>
  sql<
    Selectable<Database[T]>
  >`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.as<"given">(sql`given`)

const deleteDays = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .deleteFrom("points_day as p")
    .using("due")
    .whereRef("p.wallet", "=", "due.wallet")
    .whereRef("p.day", ">=", "due.day"),
)

const DAY_COLUMNS = [
  "wallet",
  "day",
  "trading",
  "prediction",
  "creator",
  "positions",
  "own",
  "own_at",
  "referral",
  "reached_at",
] as const satisfies readonly (keyof PointsDayTable)[]

/** Days that exist keep their own points. */
const insertDays = statement({ rows: "text" }, ({ rows }) =>
  db
    .insertInto("points_day")
    .columns(DAY_COLUMNS)
    .expression((eb) => eb.selectFrom(rowsOf("points_day", rows)).select(DAY_COLUMNS))
    .onConflict((conflict) =>
      conflict.columns(["wallet", "day"]).doUpdateSet(({ ref }) => ({
        referral: ref("excluded.referral"),
        reached_at: ref("excluded.reached_at"),
      })),
    ),
)

async function writeDays(client: Client, days: readonly Insertable<PointsDayTable>[]) {
  if (days.length > 0) await insertDays({ rows: JSON.stringify(days) }, client)
}

const toIsoDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

async function writeOwnPoints(
  client: Client,
  due: readonly DueWallet[],
  own: Map<string, OwnPoints[]>,
) {
  await deleteDays(toDueInput(due), client)
  const rows = [...own].flatMap(([wallet, days]) =>
    days.map(({ day, trading, prediction, creator, positions, own: points, at }) => ({
      wallet,
      day: toIsoDay(day),
      trading: formatUnits(trading, 18),
      prediction: formatUnits(prediction, 18),
      creator: formatUnits(creator, 18),
      positions: formatUnits(positions, 18),
      own: formatUnits(points, POINT_DECIMALS),
      own_at: at,
      referral: 0,
      reached_at: at,
    })),
  )
  await writeDays(client, rows)
}

async function writeReferralPoints(client: Client, computed: Map<string, ComputedDay[]>) {
  const noOwnPoints = { trading: 0, prediction: 0, creator: 0, positions: 0, own: 0 }
  const rows = [...computed].flatMap(([wallet, days]) =>
    days
      .filter(({ referral }) => referral > 0n)
      .map(({ day, referral, reachedAt }) => ({
        wallet,
        day: toIsoDay(day),
        ...noOwnPoints,
        referral: formatUnits(referral, POINT_DECIMALS),
        reached_at: reachedAt,
      })),
  )
  await writeDays(client, rows)
}

/** Wallets without points have no row. */
const replaceTotals = statement({ rows: "text" }, ({ rows }) =>
  db
    .with("totals", (queries) => queries.selectFrom(rowsOf("wallet_points", rows)).selectAll())
    .with("removed", (queries) =>
      queries
        .deleteFrom("wallet_points as w")
        .using("totals")
        .whereRef("w.wallet", "=", "totals.wallet")
        .where("totals.total", "=", sql.lit("0")),
    )
    .insertInto("wallet_points")
    .columns(["wallet", "total", "reached_at", "computed_at"])
    .expression((eb) =>
      eb
        .selectFrom("totals")
        .select(["wallet", "total", "reached_at", sql<Date>`clock_timestamp()`.as("computed_at")])
        .where("total", ">", sql.lit("0")),
    )
    .onConflict((conflict) =>
      conflict.column("wallet").doUpdateSet(({ ref }) => ({
        total: ref("excluded.total"),
        reached_at: ref("excluded.reached_at"),
        computed_at: ref("excluded.computed_at"),
      })),
    ),
)

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
    return { wallet, total: `${total / POINT}`, reached_at: reachedAt }
  })
  await replaceTotals({ rows: JSON.stringify(rows) }, client)
  await resizeChunks(client)
}

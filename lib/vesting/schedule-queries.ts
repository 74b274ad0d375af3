import { type Expression, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import { tokenPrice } from "@/lib/tokens/prices"
import { findVestedFloor, type Schedule, type ScheduleChange } from "./math"
import { isStrangersDust } from "./strangers-dust"

/** The wallet's role: it receives from the schedules, or it decides about them. */
export const scheduleRoles = ["beneficiary", "creator"] as const
export type ScheduleRole = (typeof scheduleRoles)[number]

type ScheduleToken = {
  address: string
  name: string
  symbol: string
  image: string | null
  /** USD, 18 decimals; null before the first Sync row. */
  priceUsd: bigint | null
}

/** The loan on a schedule as of its last event. */
export type ScheduleLoan = {
  hubId: number
  /** Id in the core book. */
  loanId: number
  collateral: bigint
  /** In USDB. */
  debt: bigint
  borrowed: bigint
  /** Unix seconds. */
  creationTime: number
  liquidationTime: number
}

export type ScheduleView = Schedule & {
  vestingId: number
  creator: string
  beneficiary: string
  token: ScheduleToken
  /** Written by the creator. */
  memo: string
  /** The tokens were bought: the creator of record is the token. */
  isAuto: boolean
  loan: ScheduleLoan | null
}

/** Which schedules of a role: all but strangers' dust, or only the dust. */
export type ScheduleKind = "shown" | "dust"

/** The wallet and the part of a list. */
export type ScheduleRange = {
  wallet: string
  role: ScheduleRole
  kind: ScheduleKind
  skip: number
  take: number
}

const parameters = {
  wallet: "text",
  role: constant<ScheduleRole>(),
  kind: constant<ScheduleKind>(),
  mainToken: "text",
  skip: "integer",
  take: "integer",
} as const

const readSchedules = statement(
  parameters,
  ({ wallet, role, kind, mainToken, skip, take }: Placeholders<typeof parameters>) =>
    db
      .selectFrom("vesting_schedule as s")
      .innerJoin("token as t", "t.address", "s.token")
      .innerJoin("project as p", "p.id", "t.project_id")
      .crossJoinLateral(tokenPrice(mainToken))
      .leftJoin("loan as l", (join) =>
        join
          .onRef("l.wallet", "=", "s.beneficiary")
          .onRef("l.hub_id", "=", "s.active_loan_id")
          .on("l.source", "=", sql.lit("vesting"))
          .on("l.active", "=", sql.lit(true)),
      )
      .select([
        ...(["s.vesting_id as vestingId", "s.creator", "s.beneficiary", "s.memo"] as const),
        ...(["s.total_amount as totalAmount", "s.claimed_amount as claimedAmount"] as const),
        ...(["s.start_time as startTime", "s.unlock_time as endTime"] as const),
        ...(["s.is_gradual as isGradual", "s.time_unit as timeUnit"] as const),
        ...(["s.active_loan_id as activeLoanId", "t.address", "t.name", "t.symbol"] as const),
        ...(["p.image", "price.in_usd as priceUsd", "l.loan_id as loanId"] as const),
        ...(["l.collateral", "l.full_amount as debt", "l.borrowed_amount as borrowed"] as const),
        ...(["l.creation_time as creationTime", "l.liquidation_time as liquidationTime"] as const),
      ])
      .where(`s.${role}`, "=", wallet)
      // Schedules that the wallet created are never a stranger's.
      .$if(role === "beneficiary", (query) =>
        query.where(isStrangersDust, "=", sql.lit(kind === "dust")),
      )
      .orderBy("s.vesting_id", "desc")
      .limit(take)
      .offset(sql<number>`${skip}`),
)

const countSchedules = statement({ wallet: "text", mainToken: "text" }, ({ wallet, mainToken }) => {
  const received = db
    .selectFrom("vesting_schedule as s")
    .innerJoin("token as t", "t.address", "s.token")
    .crossJoinLateral(tokenPrice(mainToken))
    .where("s.beneficiary", "=", wallet)
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere(isStrangersDust, "=", sql.lit(false)).as("shown"),
      fn.countAll<string>().filterWhere(isStrangersDust, "=", sql.lit(true)).as("dust"),
    ])
  return db
    .selectFrom(received.as("received"))
    .select(["received.shown as beneficiary", "received.dust"])
    .select((eb) =>
      eb
        .selectFrom("vesting_schedule")
        .select(({ fn }) => fn.countAll<string>().as("rows"))
        .where("creator", "=", wallet)
        .as("creator"),
    )
})

/** Ids among `ids` whose vested amount does not follow from their terms alone. */
const selectAltered = (ids: Expression<readonly number[]>) =>
  db
    .selectFrom("vesting_event")
    .select("vesting_id")
    .where(({ ref }) => sql<boolean>`${ref("vesting_id")} = any(${ids})`)
    .where("action", "=", sql.lit("extended"))
    .union(
      changesOf(ids)
        .innerJoin("loan_event as l", "l.id", "r.id")
        .select("r.vesting_id")
        .where("l.action", "=", sql.lit("liquidated")),
    )

/** All changes of schedules: each has left a reading, or the mark of a missing one, without an amount. */
const changesOf = (ids: Expression<readonly number[]>) =>
  db.selectFrom(
    db
      .selectFrom("vesting_reading")
      .select([
        "id",
        "vesting_id",
        ({ ref }) => sql<string | null>`${ref("total_amount")}`.as("total_amount"),
      ])
      .where(({ ref }) => sql<boolean>`${ref("vesting_id")} = any(${ids})`)
      .unionAll(
        db
          .selectFrom("missing_state")
          .select(["id", ({ ref }) => sql<number>`${ref("vesting_id")}`.as("vesting_id")])
          .select(sql<string | null>`null::numeric`.as("total_amount"))
          .where(({ ref }) => sql<boolean>`${ref("vesting_id")} = any(${ids})`),
      )
      .as("r"),
  )

const readChanges = statement({ ids: "integer[]" }, ({ ids }) =>
  changesOf(ids)
    .leftJoin("vesting_event as e", "e.id", "r.id")
    .leftJoin("loan_event as l", "l.id", "r.id")
    .select(({ fn }) => [
      ...(["r.vesting_id as vestingId", "r.total_amount as totalAmount"] as const),
      ...(["e.action", "e.amount", "e.data", "l.action as loanAction"] as const),
      fn.coalesce("e.time", "l.time").as("time"),
    ])
    .where("r.vesting_id", "in", (eb) =>
      eb.selectFrom(selectAltered(ids).as("altered")).select("altered.vesting_id"),
    )
    .orderBy("r.id"),
)

type ChangeRow = Awaited<ReturnType<typeof readChanges>>[number]
type ScheduleRow = Awaited<ReturnType<typeof readSchedules>>[number]

/** Schedules of a wallet in one role, newest first. */
export async function findSchedules(range: ScheduleRange): Promise<ScheduleView[]> {
  const rows = await readSchedules({ ...range, mainToken: getDeployment().mainToken })
  const changes = rows.length === 0 ? [] : await readChanges({ ids: rows.map(idOf) })
  return rows.map((row) => toView(row, changes))
}

const idOf = ({ vestingId }: { vestingId: number }) => vestingId

/** The number of a wallet's schedules in each role; `dust` counts those of strangers that are worth next to nothing. */
export async function countSchedulesOf(
  wallet: string,
): Promise<Record<ScheduleRole | "dust", number>> {
  const [row] = await countSchedules({ wallet, mainToken: getDeployment().mainToken })
  const { beneficiary = 0, creator = 0, dust = 0 } = row ?? {}
  return { beneficiary: Number(beneficiary), creator: Number(creator), dust: Number(dust) }
}

function toView(row: ScheduleRow, changes: readonly ChangeRow[]): ScheduleView {
  const { vestingId, creator, beneficiary, memo, isGradual, timeUnit } = row
  const { address, name, symbol, image } = row
  const terms = {
    totalAmount: BigInt(row.totalAmount),
    startTime: BigInt(row.startTime),
    endTime: BigInt(row.endTime),
    isGradual,
    timeUnit,
  }
  const own = changes.filter((change) => change.vestingId === vestingId).flatMap(toChange)
  const priceUsd = row.priceUsd === null ? null : BigInt(row.priceUsd)
  return {
    ...terms,
    claimedAmount: BigInt(row.claimedAmount),
    vestedFloor: findVestedFloor(terms, own),
    isPledged: row.activeLoanId !== 0,
    vestingId,
    creator,
    beneficiary,
    memo,
    isAuto: creator === address,
    token: { address, name, symbol, image, priceUsd },
    loan: toLoan(row),
  }
}

function toLoan(row: ScheduleRow): ScheduleLoan | null {
  const { activeLoanId: hubId, loanId, collateral, debt, borrowed } = row
  const { creationTime, liquidationTime } = row
  if (loanId === null || collateral === null || debt === null || borrowed === null) return null
  if (creationTime === null || liquidationTime === null) return null
  return {
    ...{ hubId, loanId, creationTime, liquidationTime },
    ...{ collateral: BigInt(collateral), debt: BigInt(debt), borrowed: BigInt(borrowed) },
  }
}

/** Empty for what does not change how much is vested. */
function toChange(row: ChangeRow): ScheduleChange[] {
  const { action, loanAction, time } = row
  if (!time) return []
  const at = BigInt(Math.floor(time.getTime() / 1_000))
  if (loanAction === "liquidated") {
    // No event has the remainder of a liquidation: without the reading, less may count as vested.
    if (row.totalAmount === null) return []
    return [{ at, kind: "liquidated", totalAmount: BigInt(row.totalAmount) }]
  }
  const amount = BigInt(row.amount ?? "0")
  if (action === "created" || action === "tokens_added") {
    return [{ at, kind: action, totalAmount: amount }]
  }
  if (action === "claimed") return [{ at, kind: "claimed", amount }]
  if (action === "extended") return [{ at, kind: "extended", days: BigInt(Number(row.data?.days)) }]
  return []
}

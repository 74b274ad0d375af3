import { sql } from "kysely"
import { coalesce } from "@/lib/async/coalesce"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { computeVested, computeVestedFloor, type ScheduleTerms } from "./vesting-value"

/**
 * Tokens of schedules count for the beneficiary if nobody can take them back. The creator may name another beneficiary
 * for unvested tokens, so only the vested tokens of another wallet's schedule count. Of vested purchases, and of
 * schedules that the wallet created for itself, all unclaimed tokens count.
 */
export type VestingStep = {
  /** Id of the transaction's row. */
  txId: string
  /** Unix seconds. */
  time: number
  vestingId: number
  token: string
  /** Change of the unclaimed tokens that nobody can take back from the wallet. */
  amount: bigint
}

/** A schedule of which the wallet is the beneficiary, from one event to the next. */
export type VestingSpan = ScheduleTerms & {
  vestingId: number
  token: string
  /** Unix seconds; `until` is null for the present state. */
  from: number
  until: number | null
  isBeneficiary: boolean
  /** Whether nobody can take back any of the unclaimed tokens. */
  isOwn: boolean
}

const termColumns = [
  ...(["creator", "beneficiary", "token", "total_amount", "claimed_amount"] as const),
  ...(["start_time", "unlock_time", "is_gradual", "time_unit"] as const),
] as const

/** The readings of schedules; where the last one is missing, the present state since the event. */
const selectStates = () =>
  db
    .selectFrom("vesting_reading as r")
    .select(["r.id", "r.tx_id", "r.vesting_id"])
    .select(termColumns.map((column) => `r.${column}` as const))
    .unionAll(
      db
        .selectFrom("missing_state as m")
        .innerJoin("vesting_schedule as s", "s.vesting_id", "m.vesting_id")
        .select(["m.id", "m.tx_id", "s.vesting_id"])
        .select(termColumns.map((column) => `s.${column}` as const))
        .where(
          sql<boolean>`m.id > all (
            select r.id from vesting_reading r where r.vesting_id = m.vesting_id
            union all
            select n.id from missing_state n where n.vesting_id = m.vesting_id and n.id <> m.id
          )`,
        ),
    )

const selectReadings = statement({ wallet: "text" }, ({ wallet }) => {
  const listed = db
    .selectFrom("vesting_party as p")
    .innerJoin("vesting_reading as b", "b.vesting_id", "p.vesting_id")
    .select("p.vesting_id")
    .where("p.wallet", "=", wallet)
    .where("b.beneficiary", "=", wallet)
  const present = db
    .selectFrom("vesting_schedule as s")
    .select("s.vesting_id")
    .where("s.beneficiary", "=", wallet)
  return db
    .selectFrom(selectStates().as("r"))
    .innerJoin("tx", "tx.id", "r.tx_id")
    .select(({ ref }) => ["r.tx_id as txId", unixSeconds(ref("tx.time")).as("time")])
    .select(["r.vesting_id as vestingId", "r.creator", "r.beneficiary", "r.token"])
    .select(["r.total_amount as total", "r.claimed_amount as claimed", "r.start_time as start"])
    .select(["r.unlock_time as end", "r.is_gradual as isGradual", "r.time_unit as timeUnit"])
    .where("r.vesting_id", "in", listed.union(present))
    .orderBy("r.vesting_id")
    .orderBy("r.id")
})

type ReadingRow = Awaited<ReturnType<typeof selectReadings>>[number]

/** The effects of schedules on the wallet, and their terms while it was the beneficiary. */
export const readVestingSteps = (wallet: string) =>
  coalesce(`vesting-steps:${wallet}`, () => computeVestingSteps(wallet))

async function computeVestingSteps(wallet: string) {
  const steps: VestingStep[] = []
  const spans: VestingSpan[] = []
  let before: VestingSpan | undefined
  for (const row of await selectReadings({ wallet })) {
    if (before?.vestingId !== row.vestingId) before = undefined
    const span = toSpan(row, wallet, before)
    if (before) before.until = row.time
    const amount = countOwn(span) - (before ? countOwn(before) : 0n)
    const { txId, time, vestingId, token } = row
    if (amount !== 0n) steps.push({ txId, time, vestingId, token, amount })
    spans.push(span)
    before = span
  }
  return {
    steps: steps.sort((a, b) => Number(a.txId) - Number(b.txId)),
    spans: spans.filter(({ isBeneficiary, total, claimed }) => isBeneficiary && total > claimed),
  }
}

/** While another wallet is the beneficiary, the schedule counts for nothing. */
function toSpan(row: ReadingRow, wallet: string, before: VestingSpan | undefined): VestingSpan {
  const { vestingId, creator, beneficiary, token, isGradual, timeUnit } = row
  const claimed = BigInt(row.claimed)
  const terms = {
    ...{ total: BigInt(row.total), claimed, isGradual, timeUnit },
    ...{ start: Number(row.start), end: Number(row.end) },
  }
  return {
    ...{ ...terms, vestingId, token, from: row.time, until: null },
    vestedFloor: before ? computeVestedFloor(before, terms, row.time) : 0n,
    isBeneficiary: beneficiary === wallet,
    isOwn: beneficiary === wallet && (creator === wallet || creator === token),
  }
}

const countOwn = ({ isOwn, total, claimed }: VestingSpan) => (isOwn ? total - claimed : 0n)

/** Unclaimed tokens of other creators' schedules at a time, by token: vested and unvested. */
function sumGiven(spans: readonly VestingSpan[], time: number) {
  const sums = new Map<string, { vested: bigint; unvested: bigint }>()
  for (const span of spans) {
    const { token, from, until, isOwn, total, claimed } = span
    if (isOwn || time < from || (until !== null && time >= until)) continue
    const sum = sums.get(token) ?? { vested: 0n, unvested: 0n }
    const vested = computeVested(span, time)
    sums.set(token, {
      vested: sum.vested + vested - claimed,
      unvested: sum.unvested + total - vested,
    })
  }
  return sums
}

/** Vested tokens of other creators' schedules that are not claimed, by token. */
export const sumVested = (spans: readonly VestingSpan[], time: number): Map<string, bigint> =>
  new Map([...sumGiven(spans, time)].map(([token, { vested }]) => [token, vested]))

/** Tokens of other creators' schedules that are not vested, by token. */
export const sumUnvested = (spans: readonly VestingSpan[], time: number): Map<string, bigint> =>
  new Map([...sumGiven(spans, time)].map(([token, { unvested }]) => [token, unvested]))

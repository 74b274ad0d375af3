import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { offsetPage, present } from "@/lib/db/json-answer"
import { isIdOf, jsonRows, keyedRow } from "@/lib/db/json-rows"
import { countListRows } from "@/lib/db/list-counts"
import { type FoundIds, newestIds } from "@/lib/db/newest-rows"
import { MAX_ID } from "@/lib/db/row-ids"
import type { Placeholders } from "@/lib/db/statement"
import type { Database, LoanEventTable } from "@/lib/generated/database"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { loanActions, loanSources } from "./constants"
import {
  type LoanEventListQuery,
  type LoanListQuery,
  loanEvent,
  loanEventPage,
  loanPage,
} from "./schema"

const paging = { skip: "bigint", take: "integer" } as const
const ofLoans = {
  wallet: "text",
  sources: "text[]",
  states: "text[]",
  ecosystem: "text",
} as const

/** Pairs of source and second label: each pair is read in the order of the index, and the few rows are merged. */
const labelPairs = (
  sources: Placeholders<{ sources: "text[]" }>["sources"],
  kinds: Placeholders<{ kinds: "text[]" }>["kinds"],
) =>
  sql<{ source: string; kind: string }>`(
    select source, kind from unnest(${sources}) source, unnest(${kinds}) kind
  )`

const DAY_SECONDS = 86_400

function newestLoans(placeholders: Placeholders<typeof ofLoans & typeof paging>) {
  const { wallet, sources, states, skip, take } = placeholders
  return db
    .selectFrom(labelPairs(sources, states).as<"wanted">(sql`wanted`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("loan as m")
          .selectAll("m")
          .where("m.wallet", "=", wallet)
          .where(({ ref }) => sql<boolean>`${ref("m.source")} = ${ref("wanted.source")}`)
          .where(({ ref }) => sql<boolean>`${ref("m.active")} = ${ref("wanted.kind")}::boolean`)
          .orderBy("m.creation_time", "desc")
          .orderBy("m.row_id", "desc")
          .limit(sql<number>`${take} + ${skip}`)
          .as("found"),
      (join) => join.onTrue(),
    )
    .selectAll("found")
    .orderBy("found.creation_time", "desc")
    .orderBy("found.row_id", "desc")
    .limit(take)
    .offset(sql<number>`${skip}`)
}

const readLoans = offsetPage({
  name: "loans of a wallet",
  response: loanPage,
  parameters: ofLoans,
  rows: (placeholders) =>
    db
      .selectFrom(newestLoans(placeholders).as("l"))
      .innerJoin("tx", "tx.id", "l.tx_id")
      .select((line) => [
        "l.wallet",
        "l.source",
        sql<string>`${placeholders.ecosystem}`.as("ecosystem"),
        "l.loan_id as loanId",
        "l.hub_id as hubId",
        "l.token",
        integerText(line.ref("l.collateral")).as("collateralAmount"),
        integerText(line.ref("l.borrowed_amount")).as("borrowedAmount"),
        integerText(line.ref("l.full_amount")).as("fullAmount"),
        "l.liquidation_time as liquidationTime",
        "l.creation_time as creationTime",
        "l.liquidated as isLiquidated",
        "l.active",
        sql<number>`round((${line.ref("l.liquidation_time")} - ${line.ref("l.creation_time")})::numeric
          / ${sql.lit(DAY_SECONDS)})::int`.as("daysCount"),
        isoText(sql<Date>`to_timestamp(${line.ref("l.liquidation_time")})`).as("expiresAt"),
        hexText(line.ref("tx.hash")).as("txHash"),
        isoText(sql<Date>`to_timestamp(${line.ref("l.creation_time")})`).as("createdAt"),
        isoText(line.ref("l.updated_at")).as("updatedAt"),
      ])
      .orderBy("l.creation_time", "desc")
      .orderBy("l.row_id", "desc"),
  total: ({ wallet, sources, states }) =>
    countListRows("loans", { wallet, sources, kinds: states }),
})

/** GET /api/v1/loans. */
export async function findLoansJson(wallet: string, query: LoanListQuery): Promise<RawBody> {
  const { source, active, page } = query
  const sources = source ? [source] : loanSources
  const states = active === undefined ? ["true", "false"] : [`${active}`]
  const ecosystem = getDeployment().mainToken
  const input = { wallet, sources, states, ecosystem, page, ...skipTake(query) }
  return present(await readLoans(input))
}

const ofEvents = { wallet: "text", sources: "text[]", actions: "text[]" } as const

type EventsGiven = Placeholders<typeof ofEvents & typeof paging>

const newestEvents = ({ sources, actions, ...placeholders }: EventsGiven) =>
  newestIds({
    table: "loan_event",
    labels: { source: "source", action: "kind" },
    labelSets: sql`${labelPairs(sources, actions)} wanted`,
    ...placeholders,
  })

/** Without labels: in the order of one index, since many pairs of labels have many newest rows to merge. */
const newestOfAll = ({ wallet, skip, take }: EventsGiven): FoundIds =>
  db
    .selectFrom("loan_event as m")
    .select("m.id")
    .where(({ ref }) => {
      const place = sql`(${ref("m.wallet")}, ${ref("m.id")})`
      return sql<boolean>`${place} >= (${wallet}, 0::bigint)
        and ${place} < (${wallet}, ${sql.lit(MAX_ID)}::bigint)`
    })
    .orderBy("m.wallet", "desc")
    .orderBy("m.id", "desc")
    .limit(take)
    .offset(sql<number>`${skip}`)
    .as("found")

type Line = ExpressionBuilder<Database & { e: Selectable<LoanEventTable> }, "e" | "tx">

const eventColumns = ({ ref }: Line) =>
  [
    ref("e.id").as("id"),
    ref("e.wallet").as("wallet"),
    ref("e.source").as("source"),
    ref("e.action").as("action"),
    ref("e.loan_id").as("loanId"),
    ref("e.hub_id").as("hubId"),
    hexText(ref("tx.hash")).as("txHash"),
    ref("tx.block_number").as("blockNumber"),
    sql<string>`${ref("e.data")}::text`.as("data"),
    isoText(ref("e.time")).as("timestamp"),
  ] as const

const eventPages = (name: string, newest: (placeholders: EventsGiven) => FoundIds) =>
  offsetPage({
    name,
    response: loanEventPage,
    parameters: ofEvents,
    rows: (placeholders) =>
      db
        .selectFrom(newest(placeholders))
        .innerJoin("loan_event as e", "e.id", "found.id")
        .innerJoin("tx", "tx.id", "e.tx_id")
        .select(eventColumns)
        .orderBy("e.id", "desc"),
    total: ({ wallet, sources, actions }) =>
      countListRows("loan_events", { wallet, sources, kinds: actions }),
  })

const readEvents = eventPages("loan events of a wallet", newestEvents)
const readAllEvents = eventPages("all loan events of a wallet", newestOfAll)

/** GET /api/v1/loans/events. */
export async function findLoanEventsJson(
  wallet: string,
  query: LoanEventListQuery,
): Promise<RawBody> {
  const { source, action, page } = query
  const sources = source ? [source] : loanSources
  const actions = action ? [action] : loanActions
  const read = source || action ? readEvents : readAllEvents
  return present(await read({ wallet, sources, actions, page, ...skipTake(query) }))
}

/** Events by row id. */
export const readLoanEventRows = jsonRows({
  name: "loan events by id",
  response: loanEvent,
  parameters: { ids: "bigint[]" },
  rows: ({ ids }) =>
    db
      .selectFrom("loan_event as e")
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select((line) => keyedRow(line.ref("e.id"), db.selectNoFrom(eventColumns(line))))
      .where(({ ref }) => isIdOf(ref("e.id"), ids)),
})

import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import type { z } from "zod"
import { db } from "@/lib/db/client"
import { integerText, isoText } from "@/lib/db/codecs"
import { jsonArrayOf, jsonObject, jsonObjectOf, present } from "@/lib/db/json-answer"
import { jsonRows } from "@/lib/db/json-rows"
import { MAX_ID } from "@/lib/db/row-ids"
import { constant, type Placeholders } from "@/lib/db/statement"
import type { Database, UpdownRoundTable } from "@/lib/generated/database"
import { ApiError, notFound } from "@/lib/http/errors"
import type { RawBody } from "@/lib/http/response"
import type { Asset } from "./assets"
import { outcomes } from "./constants"
import { requireContract } from "./contracts"
import {
  type RoundListQuery,
  type RoundParams,
  roundDetails,
  roundPage,
  updownRound,
} from "./schema"
import { timeframes } from "./timeframes"

const ofRounds = {
  contract: "text",
  /** Absent: all of them. */
  tf: "smallint?",
  outcome: "smallint?",
  /** Position of the last round of the page before; rounds with its id and a higher timeframe follow. */
  roundId: "bigint",
  afterTf: "smallint",
  /**
   * Part of the query's text: for an unknown limit PostgreSQL expects a tenth of all rows, and plans again each time.
   */
  limit: constant<number>(),
} as const

const ALL_TIMEFRAMES = sql.join(timeframes.map(({ code }) => sql`(${sql.lit(code)}::smallint)`))

/**
 * The newest rounds; of one id, sorted by timeframe. Each timeframe is read in the order of the index, and the few
 * rows are merged.
 */
export function newestRounds(placeholders: Placeholders<typeof ofRounds>) {
  const { contract, tf, outcome, roundId, afterTf, limit } = placeholders
  // Not a list as a parameter, for which PostgreSQL expects ten elements.
  const lengths = tf ? sql`(select ${tf} as tf)` : sql`(values ${ALL_TIMEFRAMES})`
  return db
    .selectFrom(sql<{ tf: number }>`${lengths}`.as<"wanted">(sql`wanted (tf)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("updown_round as m")
          .selectAll("m")
          .where("m.contract", "=", contract)
          .where((eb) =>
            eb.and([
              sql<boolean>`${eb.ref("m.tf")} = ${eb.ref("wanted.tf")}`,
              sql<boolean>`${eb.ref("m.round_id")} <
                ${roundId} + (${eb.ref("wanted.tf")} > ${afterTf})::int`,
              ...(outcome ? [sql<boolean>`${eb.ref("m.outcome")} = ${outcome}`] : []),
            ]),
          )
          .orderBy("m.round_id", "desc")
          .limit(sql.lit(limit))
          .as("found"),
      (join) => join.onTrue(),
    )
    .selectAll("found")
    .orderBy("found.round_id", "desc")
    .orderBy("found.tf")
    .limit(sql.lit(limit))
}

type Line = ExpressionBuilder<Database & { r: Selectable<UpdownRoundTable> }, "r">

export const outcomeName = ({ ref }: Pick<Line, "ref">) =>
  sql<(typeof outcomes)[number]>`(${sql.lit(`{${outcomes}}`)}::text[])[${ref("r.outcome")} + 1]`

/** When a round `r` stops taking bets: as `bettingEnd`. */
export const bettingEndColumn = sql<Date>`(r.end_time - (r.end_time - r.start_time) / 10)`

const roundColumns = (line: Line) =>
  [
    line.ref("r.contract").as("contract"),
    line.ref("r.tf").as("tf"),
    line.ref("r.round_id").as("roundId"),
    isoText(line.ref("r.start_time")).as("startTime"),
    isoText(line.ref("r.end_time")).as("endTime"),
    isoText(bettingEndColumn).as("bettingEndsAt"),
    isoText(line.ref("r.settled_at")).as("settledAt"),
    integerText(line.ref("r.start_price")).as("startPriceUsd8dec"),
    integerText(line.ref("r.end_price")).as("endPriceUsd8dec"),
    integerText(line.ref("r.end_price_round_id")).as("endPriceRoundId"),
    integerText(line.ref("r.bull_pool")).as("bullPoolUsdb"),
    integerText(line.ref("r.bear_pool")).as("bearPoolUsdb"),
    integerText(line.ref("r.shares_bull")).as("sharesBull"),
    integerText(line.ref("r.shares_bear")).as("sharesBear"),
    integerText(line.ref("r.seed_bonus")).as("seedBonusUsdb"),
    integerText(line.ref("r.seed_paid")).as("seedPaidUsdb"),
    outcomeName(line).as("outcome"),
    line.ref("r.settler").as("settler"),
  ] as const

type Pagination = z.input<typeof roundPage>["pagination"]

const readRounds = jsonObject({
  name: "price rounds of an asset",
  response: roundPage,
  parameters: { ...ofRounds, token: "text", isOfOneTimeframe: constant<boolean>() },
  row: ({ token, limit, isOfOneTimeframe, ...placeholders }) => {
    const rounds = newestRounds({ ...placeholders, limit: limit + 1 })
    const name = isOfOneTimeframe ? sql`round_id::text` : sql`round_id || ':' || tf`
    const most = sql.lit(limit)
    const pagination = sql<Pagination>`(select row_to_json(line) from (
      select ${most} as limit, count(*) > ${most} as "hasMore",
        case when count(*) > ${most} then max(${name}) filter (where place = ${most}) end
          as "nextCursor"
      from found
    ) line)`
    return db
      .with(
        (table) => table("found").materialized(),
        (queries) =>
          queries
            .selectFrom(rounds.as("newest"))
            .selectAll()
            .select(sql<number>`row_number() over (order by round_id desc, tf)`.as("place")),
      )
      .selectNoFrom((eb) => [
        sql<Asset>`${token}`.as("token"),
        jsonArrayOf(
          eb
            .selectFrom("found as r")
            .select(roundColumns)
            .where("r.place", "<=", most)
            .orderBy("r.place"),
        ).as("rounds"),
        pagination.as("pagination"),
      ])
  },
})

/** Rounds by contract, timeframe and number; the key has all three. */
export const readRoundRows = jsonRows({
  name: "price rounds by number",
  response: updownRound,
  parameters: { contracts: "text[]", tfs: "smallint[]", roundIds: "integer[]" },
  rows: ({ contracts, tfs, roundIds }) =>
    db
      .selectFrom("updown_round as r")
      .innerJoin(
        sql<{ contract: string; tf: number; round_id: number }>`
          unnest(${contracts}, ${tfs}, ${roundIds})`.as<"wanted">(
          sql`wanted (contract, tf, round_id)`,
        ),
        (join) =>
          join
            .onRef("wanted.contract", "=", "r.contract")
            .onRef("wanted.tf", "=", "r.tf")
            .onRef("wanted.round_id", "=", "r.round_id"),
      )
      .select((line) => [
        sql<string>`${line.ref("r.contract")} || ':' || ${line.ref("r.tf")} || ':'
          || ${line.ref("r.round_id")}`.as("key"),
        jsonObjectOf(db.selectNoFrom(roundColumns(line)))
          .$notNull()
          .as("row"),
      ]),
})

/** GET /api/v1/updown/rounds. */
export async function findRoundsJson(query: RoundListQuery): Promise<RawBody> {
  const { token, outcome, cursor, limit } = query
  const tf = query.tf ?? query.timeframe
  const isOfOneTimeframe = tf !== undefined
  const after = parseCursor(cursor, isOfOneTimeframe)
  const contract = requireContract(token)
  const filter = outcome && { outcome: outcomes.indexOf(outcome) }
  return present(
    await readRounds({ token, contract, tf, ...filter, ...after, limit, isOfOneTimeframe }),
  )
}

/** Above every timeframe: only lower round ids follow. */
const NO_TF = timeframes.length

const BIGINT_MAX = BigInt(MAX_ID)

/**
 * `roundId`, or `roundId:tf` in a list of all timeframes: there follow rounds of the same id with a higher timeframe.
 */
function parseCursor(cursor: string | undefined, isOfOneTimeframe: boolean) {
  if (cursor === undefined) return { roundId: `${BIGINT_MAX - 1n}`, afterTf: NO_TF }
  const [, round = "", tf] = /^([0-9]{1,19})(?::([0-4]))?$/.exec(cursor) ?? []
  const isForeign = round === "" || BigInt(round) >= BIGINT_MAX || (isOfOneTimeframe && tf)
  if (isForeign) {
    const message = "was not issued by this list"
    throw new ApiError("INVALID_CURSOR", `cursor ${message}`, {
      details: [{ path: "cursor", message }],
    })
  }
  return { roundId: round, afterTf: tf === undefined ? NO_TF : Number(tf) }
}

const readRound = jsonObject({
  name: "price round",
  response: roundDetails,
  parameters: { contract: "text", token: "text", tf: "smallint", roundId: "integer" },
  row: ({ contract, token, tf, roundId }) =>
    db
      .selectFrom("updown_round as r")
      .select((line) => {
        const sideOf = (side: "bull" | "bear") =>
          jsonObjectOf(
            db.selectNoFrom([
              line.ref(`r.${side}_bettors`).as("bettors"),
              integerText(line.ref(`r.${side}_pool`)).as("stakeUsdb"),
              integerText(line.ref(`r.shares_${side}`)).as("sharesTotal"),
            ]),
          )
        return [
          sql<Asset>`${token}`.as("token"),
          jsonObjectOf(db.selectNoFrom(roundColumns(line)))
            .$notNull()
            .as("round"),
          jsonObjectOf(
            db.selectNoFrom([
              line.ref("r.bet_count").as("totalEvents"),
              sql<number>`${line.ref("r.bull_bettors")} + ${line.ref("r.bear_bettors")}`.as(
                "distinctBettors",
              ),
              sideOf("bull").$notNull().as("bull"),
              sideOf("bear").$notNull().as("bear"),
            ]),
          )
            .$notNull()
            .as("bets"),
          jsonObjectOf(
            db.selectNoFrom([
              sql<number>`${line.ref("r.won_count")} + ${line.ref("r.refunded_count")}`.as("total"),
              line.ref("r.won_count").as("won"),
              line.ref("r.refunded_count").as("refunded"),
              integerText(line.ref("r.paid_out")).as("totalPayoutUsdb"),
            ]),
          )
            .$notNull()
            .as("claims"),
        ]
      })
      .where("r.contract", "=", contract)
      .where("r.tf", "=", sql<number>`${tf}`)
      .where("r.round_id", "=", sql<number>`${roundId}`),
})

/** GET /api/v1/updown/rounds/{token}/{tf}/{roundId}. */
export async function findRoundJson({ token, tf, roundId }: RoundParams): Promise<RawBody> {
  const contract = requireContract(token)
  const answer = await readRound({ contract, token, tf, roundId })
  if (!answer) throw notFound("ROUND_NOT_FOUND")
  return answer
}

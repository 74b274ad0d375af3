import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { offsetPage, present } from "@/lib/db/json-answer"
import { isIdOf, jsonRows, keyedRow } from "@/lib/db/json-rows"
import { MAX_ID } from "@/lib/db/row-ids"
import type { Placeholders } from "@/lib/db/statement"
import type { Database, MarketEventTable } from "@/lib/generated/database"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { type MarketEventListQuery, marketEvent, marketEventPage } from "./resolution-events-schema"

const parameters = { wallet: "text", action: "text?", token: "text?" } as const

/** The bounds are of both columns of the index, (wallet, id), so that no other is walked. */
const eventsOfWallet = ({ wallet, action, token }: Placeholders<typeof parameters>) =>
  db.selectFrom("market_event as e").where((eb) => {
    const position = sql`(${eb.ref("e.wallet")}, ${eb.ref("e.id")})`
    return eb.and([
      sql<SqlBool>`${position} >= (${wallet}, 0::bigint)
        and ${position} < (${wallet}, ${sql.lit(MAX_ID)}::bigint)`,
      ...(action ? [sql<SqlBool>`${eb.ref("e.action")} = ${action}`] : []),
      ...(token ? [eb("e.token", "=", token)] : []),
    ])
  })

type Line = ExpressionBuilder<Database & { e: Selectable<MarketEventTable> }, "e" | "tx">

const eventColumns = ({ ref }: Line) =>
  [
    ref("e.id").as("id"),
    ref("e.wallet").as("wallet"),
    ref("e.token").as("marketToken"),
    ref("e.action").as("action"),
    ref("e.outcome").as("outcomeId"),
    integerText(ref("e.amount")).as("amount"),
    hexText(ref("tx.hash")).as("txHash"),
    ref("tx.block_number").as("blockNumber"),
    sql<string>`'{}'`.as("data"),
    isoText(ref("e.time")).as("timestamp"),
  ] as const

const readEvents = offsetPage({
  name: "resolution events of a wallet",
  response: marketEventPage,
  parameters,
  rows: ({ skip, take, ...placeholders }) =>
    db
      .selectFrom(
        eventsOfWallet(placeholders)
          .selectAll("e")
          .orderBy("e.wallet", "desc")
          .orderBy("e.id", "desc")
          .limit(take)
          .offset(sql<number>`${skip}`)
          .as("e"),
      )
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select(eventColumns)
      .orderBy("e.id", "desc"),
  total: (placeholders) =>
    eventsOfWallet(placeholders).select(({ fn }) => fn.countAll<string>().as("total")),
})

/** GET /api/v1/markets/events. */
export async function findMarketEventsJson(
  wallet: string,
  query: MarketEventListQuery,
): Promise<RawBody> {
  const { action, marketToken: token, page } = query
  return present(await readEvents({ wallet, action, token, page, ...skipTake(query) }))
}

/** Events by row id. */
export const readMarketEventRows = jsonRows({
  name: "market events by id",
  response: marketEvent,
  parameters: { ids: "bigint[]" },
  rows: ({ ids }) =>
    db
      .selectFrom("market_event as e")
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select((line) => keyedRow(line.ref("e.id"), db.selectNoFrom(eventColumns(line))))
      .where(({ ref }) => isIdOf(ref("e.id"), ids)),
})

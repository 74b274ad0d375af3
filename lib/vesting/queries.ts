import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { offsetPage, present } from "@/lib/db/json-answer"
import { isIdOf, jsonRows, keyedRow } from "@/lib/db/json-rows"
import { countListRows } from "@/lib/db/list-counts"
import { type FoundIds, newestIds } from "@/lib/db/newest-rows"
import type { Placeholders } from "@/lib/db/statement"
import type { Database, VestingEventTable } from "@/lib/generated/database"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { tokenPrice } from "@/lib/tokens/prices"
import { vestingActions } from "./constants"
import { type VestingEventListQuery, vestingEvent, vestingEventPage } from "./schema"
import { isStrangersDust } from "./strangers-dust"

const parameters = { wallet: "text", actions: "text[]", vestingId: "integer?" } as const

type Given = Placeholders<typeof parameters & { skip: "bigint"; take: "integer" }>

/** A wallet's events of one schedule, by the index (wallet, vesting, id). */
const eventsOfSchedule = ({ wallet, actions, vestingId }: Placeholders<typeof parameters>) =>
  db
    .selectFrom("vesting_party as p")
    .where("p.wallet", "=", wallet)
    .where(({ ref }) => sql<boolean>`${ref("p.vesting_id")} = ${vestingId}`)
    .where(({ ref }) => sql<boolean>`${ref("p.action")} = any(${actions})`)

const newestEvents = (placeholders: Given): FoundIds =>
  placeholders.vestingId
    ? eventsOfSchedule(placeholders)
        .select("p.id")
        .orderBy("p.id", "desc")
        .limit(placeholders.take)
        .offset(sql<number>`${placeholders.skip}`)
        .as("found")
    : newestIds({
        table: "vesting_party",
        labels: { action: "action" },
        labelSets: sql`unnest(${placeholders.actions}) wanted (action)`,
        ...placeholders,
      })

type Line = ExpressionBuilder<Database & { e: Selectable<VestingEventTable> }, "e" | "tx">

/** As the schedule is now; its ecosystem is TIDE. */
const isDust = ({ ref }: Line) =>
  db
    .selectFrom("vesting_schedule as s")
    .innerJoin("token as t", "t.address", "s.token")
    .crossJoinLateral((eb) => tokenPrice(eb.ref("s.ecosystem")))
    .select((eb) => isStrangersDust(eb).as("dust"))
    .where("s.vesting_id", "=", ref("e.vesting_id"))

const eventColumns = (line: Line) => {
  const { ref } = line
  return [
    ref("e.id").as("id"),
    ref("e.wallet").as("wallet"),
    ref("e.action").as("action"),
    ref("e.vesting_id").as("vestingId"),
    ref("e.token").as("token"),
    integerText(ref("e.amount")).as("amount"),
    sql<string>`${ref("e.data")}::text`.as("data"),
    sql<boolean>`coalesce(${isDust(line)}, false)`.as("dust"),
    hexText(ref("tx.hash")).as("txHash"),
    ref("tx.block_number").as("blockNumber"),
    isoText(ref("e.time")).as("timestamp"),
  ] as const
}

const readEvents = offsetPage({
  name: "vesting events of a wallet",
  response: vestingEventPage,
  parameters,
  rows: (placeholders) =>
    db
      .selectFrom(newestEvents(placeholders))
      .innerJoin("vesting_event as e", "e.id", "found.id")
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select(eventColumns)
      .orderBy("e.id", "desc"),
  total: (placeholders) => {
    const { wallet, actions: kinds } = placeholders
    if (placeholders.vestingId)
      return eventsOfSchedule(placeholders).select(({ fn }) => fn.countAll<string>().as("total"))
    return countListRows("vesting_events", {
      wallet,
      sources: sql<readonly string[]>`array['']`,
      kinds,
    })
  },
})

/** GET /api/v1/vesting/events. */
export async function findVestingEventsJson(
  wallet: string,
  query: VestingEventListQuery,
): Promise<RawBody> {
  const { action, vestingId, page } = query
  const actions = action ? [action] : vestingActions
  return present(await readEvents({ wallet, actions, vestingId, page, ...skipTake(query) }))
}

/** Events by row id. */
export const readVestingEventRows = jsonRows({
  name: "vesting events by id",
  response: vestingEvent,
  parameters: { ids: "bigint[]" },
  rows: ({ ids }) =>
    db
      .selectFrom("vesting_event as e")
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select((line) => keyedRow(line.ref("e.id"), db.selectNoFrom(eventColumns(line))))
      .where(({ ref }) => isIdOf(ref("e.id"), ids)),
})

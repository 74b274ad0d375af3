import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { offsetPage, present } from "@/lib/db/json-answer"
import { isIdOf, jsonRows, keyedRow } from "@/lib/db/json-rows"
import { countListRows } from "@/lib/db/list-counts"
import { newestIds } from "@/lib/db/newest-rows"
import { statement } from "@/lib/db/statement"
import type { Database, VaultEventTable } from "@/lib/generated/database"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { vaultActions } from "./constants"
import { type VaultEventListQuery, vaultEvent, vaultEventPage } from "./schema"

type Line = ExpressionBuilder<Database & { e: Selectable<VaultEventTable> }, "e" | "tx">

const eventColumns = ({ ref }: Line) =>
  [
    ref("e.id").as("id"),
    ref("e.wallet").as("wallet"),
    ref("e.action").as("action"),
    integerText(ref("e.amount")).as("amount"),
    integerText(ref("e.amount_out")).as("amountOut"),
    hexText(ref("tx.hash")).as("txHash"),
    ref("tx.block_number").as("blockNumber"),
    isoText(ref("e.time")).as("timestamp"),
  ] as const

const readEvents = offsetPage({
  name: "vault events of a wallet",
  response: vaultEventPage,
  parameters: { wallet: "text", actions: "text[]" },
  rows: ({ wallet, actions, skip, take }) =>
    db
      .selectFrom(
        newestIds({
          table: "vault_event",
          labels: { action: "action" },
          labelSets: sql`unnest(${actions}) wanted (action)`,
          ...{ wallet, skip, take },
        }),
      )
      .innerJoin("vault_event as e", "e.id", "found.id")
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select(eventColumns)
      .orderBy("e.id", "desc"),
  total: ({ wallet, actions }) =>
    countListRows("vault_events", {
      wallet,
      sources: sql<readonly string[]>`array['']`,
      kinds: actions,
    }),
})

export type VaultTotalsOfIndex = {
  /** Wallets with shares. */
  holders: number
  shares: bigint
  locked: bigint
}

const readTotals = statement({}, () =>
  db
    .selectFrom("vault_balance")
    .select(({ fn }) => [
      fn.countAll<string>().as("holders"),
      fn.sum<string | null>("shares").as("shares"),
      fn.sum<string | null>("locked").as("locked"),
    ])
    .where(({ ref }) => sql<boolean>`${ref("shares")} > 0`),
)

/** The total of shares and of holders, as of the last indexed block. */
export async function findVaultTotals(): Promise<VaultTotalsOfIndex> {
  const [row] = await readTotals({})
  return {
    holders: Number(row?.holders ?? 0),
    shares: BigInt(row?.shares ?? 0),
    locked: BigInt(row?.locked ?? 0),
  }
}

/** GET /api/v1/vault/events. */
export async function findVaultEventsJson(
  wallet: string,
  query: VaultEventListQuery,
): Promise<RawBody> {
  const { action, page } = query
  const actions = action ? [action] : vaultActions
  return present(await readEvents({ wallet, actions, page, ...skipTake(query) }))
}

/** Events by row id. */
export const readVaultEventRows = jsonRows({
  name: "vault events by id",
  response: vaultEvent,
  parameters: { ids: "bigint[]" },
  rows: ({ ids }) =>
    db
      .selectFrom("vault_event as e")
      .innerJoin("tx", "tx.id", "e.tx_id")
      .select((line) => keyedRow(line.ref("e.id"), db.selectNoFrom(eventColumns(line))))
      .where(({ ref }) => isIdOf(ref("e.id"), ids)),
})

import { type Expression, type ExpressionBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { jsonArrayOf, jsonObject, jsonObjectOf, offsetPage } from "@/lib/db/json-answer"
import { statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"
import { notFound } from "@/lib/http/errors"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { type WhitelistQuery, whitelistLookup, whitelistPage } from "./whitelist-schema"

type EntryTables = Database & {
  e: Database["whitelist_entry"]
  v: Database["whitelist_event"]
}

/** A note that was left empty is none. */
const note = ({ ref }: ExpressionBuilder<EntryTables, "v">) =>
  sql<string | null>`nullif(${ref("v.tag")}, '')`

const entryColumns = (line: ExpressionBuilder<EntryTables, "e" | "v" | "tx">) =>
  [
    "e.wallet as walletAddress",
    integerText(line.ref("v.amount")).as("buyAmount"),
    note(line).as("note"),
    hexText(line.ref("tx.hash")).as("txHash"),
    isoText(line.ref("tx.time")).as("timestamp"),
  ] as const

/** The database counts the entries (triggers of migration `whitelist_count`). */
const countEntries = (token: Expression<string>) =>
  db.selectNoFrom(({ selectFrom, fn, lit }) =>
    fn
      .coalesce(selectFrom("whitelist_count").select("entries").where("token", "=", token), lit(0))
      .as("total"),
  )

/** The newest entries of a token, with the events and transactions that made them. */
const newestEntries = (
  token: Expression<string>,
  take: Expression<number>,
  skip: Expression<string | number>,
) =>
  db
    .selectFrom(
      db
        .selectFrom("whitelist_entry")
        .selectAll()
        .where("token", "=", token)
        .orderBy("event_id", "desc")
        .limit(take)
        .offset(sql<number>`${skip}`)
        .as("e"),
    )
    .innerJoin("whitelist_event as v", "v.id", "e.event_id")
    .innerJoin("tx", "tx.id", "v.tx_id")
    .orderBy("e.event_id", "desc")

const readEntry = jsonObject({
  name: "whitelist entry of a wallet",
  response: whitelistLookup,
  parameters: { token: "text", wallet: "text" },
  row: ({ token, wallet }) => {
    const entry = db
      .selectFrom("whitelist_entry as e")
      .innerJoin("whitelist_event as v", "v.id", "e.event_id")
      .innerJoin("tx", "tx.id", "v.tx_id")
      .select(entryColumns)
      .where("e.token", "=", token)
      .where("e.wallet", "=", wallet)
    return db
      .selectFrom("token")
      .select(({ exists }) => [
        jsonArrayOf(entry).as("data"),
        sql<boolean>`${exists(entry)}`.as("whitelisted"),
        jsonObjectOf(entry).as("entry"),
      ])
      .where("address", "=", token)
  },
})

const readPage = offsetPage({
  name: "whitelist of a token",
  response: whitelistPage,
  parameters: { token: "text" },
  exists: ({ token }) => db.selectFrom("token").select("address").where("address", "=", token),
  rows: ({ token, take, skip }) => newestEntries(token, take, skip).select(entryColumns),
  total: ({ token }) => countEntries(token),
})

/** GET /api/v1/tokens/{address}/whitelist. */
export async function findWhitelistJson(token: string, query: WhitelistQuery): Promise<RawBody> {
  const { wallet, page } = query
  const answer = await (wallet
    ? readEntry({ token, wallet })
    : readPage({ token, page, ...skipTake(query) }))
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

const readNewest = statement({ token: "text", limit: "integer" }, ({ token, limit }) =>
  newestEntries(token, limit, sql`0`).select((line) => [
    "e.wallet",
    "v.amount",
    note(line).as("tag"),
    "tx.time",
  ]),
)

const readCount = statement({ token: "text" }, ({ token }) => countEntries(token))

/** The newest entries of a token's whitelist for its page, and how many there are. */
export async function findWhitelist(token: string, limit: number) {
  const [rows, [counted]] = await Promise.all([readNewest({ token, limit }), readCount({ token })])
  const entries = rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
  return { entries, total: counted?.total ?? 0 }
}

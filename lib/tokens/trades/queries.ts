import { notFound } from "@/lib/api/errors"
import { cursorId } from "@/lib/api/pagination"
import type { Prepared } from "@/lib/api/reply"
import { pool } from "@/lib/db/client"
import { readAggregate, readJson } from "@/lib/db/json-query"
import { MAX_ID, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { decimalText, isoText } from "@/lib/tokens/pricing"
import { sideOf, type TradeSide, type TradeSize, type TradeType, tradeTypes } from "./kinds"
import { type OwnTrade, ownTrade, type TapeRow, type TradeListQuery, tapeRow } from "./schema"

/**
 * The newest rows of one token or wallet. The index is (owner, type, id): each type is read in order
 * and the few rows are merged, so a rare type never scans the history of a common one. The bounds and
 * the order are of the pair (type, id), as with the type fixed the planner would rather walk the
 * primary key and hope to meet a matching row soon.
 */
const newest = (owner: "token" | '"user"', further = "") => `
  from unnest($2::smallint[]) kind cross join lateral (
    select * from trade
    where trade.${owner} = $1 ${further} and (trade.type, trade.id) < (kind, $3::bigint)
      and (trade.type, trade.id) >= (kind, 0::bigint)
    order by trade.type desc, trade.id desc limit $4::int + 1
  ) t
  order by t.id desc limit $4::int + 1`

const WORD = `('{${tradeTypes.join(",")}}'::text[])[r.type + 1]`

/** The page of a cursor list: one row more than asked for tells whether there are more. */
const cursorList = (columns: string, owner: "token" | '"user"') => `
  with rows as materialized (
    select t.*, row_number() over (order by t.id desc) as place ${newest(owner)}
  )
  select '{"data":' || coalesce((
      select json_agg(row_to_json(line))::text from (
        select ${columns}
        from rows r join tx on tx.id = r.tx_id
        where r.place <= $4::int order by r.id desc
      ) line
    ), '[]') || ',"pagination":' || (
      select row_to_json(pagination)::text from (
        select $4::int as limit, count(*) > $4::int as "hasMore",
          case when count(*) > $4::int then (min(id) filter (where place <= $4::int))::text end
          as "nextCursor"
        from rows
      ) pagination
    ) || '}'`

const LEG = `${WORD} as type, r.amount_token::text as "amountToken", r.amount_usdc::text as "amountUSDC"`

const PLACE = `${decimalText("r.price")} as price, '0x' || encode(tx.hash, 'hex') as "txHash",
  tx.block_number as "blockNumber", ${isoText("r.time")} as timestamp,
  r.routing_leg as "routingLeg"`

const TRADES = `
  select case when exists (select 1 from token where address = $1) then (
    ${cursorList(`r.id, ${LEG}, r."user", ${PLACE}`, "token")}
  ) end`

const WALLET = cursorList(`r.id, r.token as "contractAddress", ${LEG}, ${PLACE}`, '"user"')

const values = (owner: string, query: TradeListQuery) => [
  owner,
  kinds(query.type),
  cursorId(query.cursor)?.toString() ?? MAX_ID,
  query.limit,
]

/** A PostgreSQL array of type numbers; all of them without a filter. */
const kinds = (type: TradeType | undefined) =>
  numbersOf(tradeTypes.filter((each) => type === undefined || each === type))

const kindsOf = (side: TradeSide | undefined) =>
  numbersOf(tradeTypes.filter((type) => side === undefined || sideOf(type) === side))

const numbersOf = (types: readonly TradeType[]) =>
  `{${types.map((type) => tradeTypes.indexOf(type)).join(",")}}`

/** GET /api/v1/tokens/{address}/trades. */
export async function findTradesJson(
  token: string,
  query: TradeListQuery,
  snapshot?: string,
): Promise<Prepared> {
  const answer = await readJson(TRADES, values(token, query), snapshot)
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** GET /api/v1/wallet/{address}/transactions. */
export function findWalletTransactionsJson(
  wallet: string,
  query: TradeListQuery,
  snapshot?: string,
) {
  return readAggregate(WALLET, values(wallet, query), snapshot)
}

const TAPE = `r.id::text, r.token, t.name, t.symbol, p.image, r.type, r."user",
  r.amount_token as "amountToken", r.amount_usdc as "amountUsd", r.price as "priceUsd",
  '0x' || encode(tx.hash, 'hex') as "txHash", tx.block_number as "blockNumber", r.time,
  r.routing_leg as "routingLeg"`

const TAPE_JOINS = `join tx on tx.id = r.tx_id join token t on t.address = r.token
  join project p on p.id = t.project_id`

/** The newest trades of all tokens, legs of routes left out. */
export async function findLatestTrades(limit: number): Promise<TapeRow[]> {
  const { rows } = await pool().query(
    `select ${TAPE} from (
      select * from trade where not routing_leg order by id desc limit $1
    ) r ${TAPE_JOINS} order by r.id desc`,
    [limit],
  )
  return tapeRow.array().parse(rows)
}

type WalletTape = {
  side?: TradeSide | undefined
  /** Row id of the last row of the previous page. */
  cursor?: string | undefined
  limit: number
}

type TokenTape = {
  side?: TradeSide | undefined
  /** Least value in USD. */
  size?: TradeSize | undefined
  /** Whose trades alone. */
  user?: string | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * The newest trades of one token, routing legs included. Each filter has an index that begins with the
 * token: (type, id), (user, type, id), and (type, id) of the trades of each size, which is why a size
 * stands in the query as a constant. Only a user's trades above a size are sifted, among the user's own.
 */
export async function findTokenTrades(
  token: string,
  { side, size, user, cursor, limit }: TokenTape,
): Promise<{ data: TapeRow[]; nextCursor: string | null }> {
  const further = [
    ...(size ? [`and trade.amount_usdc >= ${BigInt(size) * 10n ** 18n}`] : []),
    ...(user ? [`and trade."user" = $5`] : []),
  ].join(" ")
  const { rows } = await pool().query(
    `select ${TAPE} from (select t.* ${newest("token", further)}) r ${TAPE_JOINS} order by r.id desc`,
    [token, kindsOf(side), cursor ?? MAX_ID, limit, ...(user ? [user] : [])],
  )
  return pageOf(tapeRow.array().parse(rows), limit)
}

/** The newest trades of one wallet, over all tokens. */
export async function findWalletTrades(wallet: string, { side, cursor, limit }: WalletTape) {
  const { rows } = await pool().query(
    `select ${TAPE} from (select t.* ${newest('"user"')}) r ${TAPE_JOINS} order by r.id desc`,
    [wallet, kindsOf(side), cursor ?? MAX_ID, limit],
  )
  return pageOf(tapeRow.array().parse(rows), limit)
}

/** Of one row more than asked for, which tells whether there are more. */
function pageOf(found: TapeRow[], limit: number) {
  const data = found.slice(0, limit)
  return { data, nextCursor: found.length > limit ? (data.at(-1)?.id ?? null) : null }
}

/** Marks on a chart beyond this many would hide it. */
const MAX_MARKS = 500

/** A wallet's newest trades of a token, oldest first, for its marks on the chart. */
export async function findOwnTrades(token: string, user: string): Promise<OwnTrade[]> {
  const { rows } = await pool().query<Record<"id" | "amountToken" | "amountUsd", string> & Own>(
    `select id::text, type, (extract(epoch from time) * 1000)::float8 as time,
      amount_token as "amountToken", amount_usdc as "amountUsd"
    from (select t.* ${newest("token", `and trade."user" = $5`)}) r order by r.id`,
    [token, kindsOf(undefined), MAX_ID, MAX_MARKS - 1, user],
  )
  return ownTrade
    .array()
    .parse(rows.map(({ type, ...row }) => ({ ...row, side: sideOf(tradeTypes[type] ?? "buy") })))
}

type Own = { type: number; time: number }

/** How many of a token's first buys make their buyers early ones. */
export const EARLY_BUYS = 20

/** One of a token's first buys. */
export type EarlyBuy = { user: string; block: number }

/**
 * The first buys of a token, in chain order: whoever made one of the first 20 is an early buyer,
 * except the creator. Buys are counted and not wallets, so that the cost does not depend on who trades
 * how often.
 */
export async function findEarlyBuys(token: string): Promise<EarlyBuy[]> {
  const { rows } = await pool().query<EarlyBuy>(
    `select "user", (id / ${ROWS_PER_BLOCK})::int as block from trade
    where token = $1 and (type, id) >= (0, 0) and (type, id) < (1, 0)
    order by type, id limit ${EARLY_BUYS}`,
    [token],
  )
  return rows
}

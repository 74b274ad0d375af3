import { z } from "zod"
import { notFound } from "@/lib/api/errors"
import { skipTake } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { pool } from "@/lib/db/client"
import { readJson } from "@/lib/db/json-query"
import { toIsoText } from "@/lib/tokens/pricing"
import type { WhitelistQuery } from "./whitelist-schema"

const ENTRY_COLUMNS = `e.wallet as "walletAddress", v.amount::text as "buyAmount", nullif(v.tag, '') as note,
  '0x' || encode(tx.hash, 'hex') as "txHash", ${toIsoText("tx.time")} as timestamp`

const EVENT_JOINS = "join whitelist_event v on v.id = e.event_id join tx on tx.id = v.tx_id"

const SELECT_ENTRY = `
  select '{"data":[' || coalesce(entry, '') || '],"whitelisted":' || (entry is not null)::text
    || ',"entry":' || coalesce(entry, 'null') || '}'
  from token, lateral (
    select (
      select row_to_json(line)::text from (
        select ${ENTRY_COLUMNS} from whitelist_entry e ${EVENT_JOINS} where e.token = $1 and e.wallet = $2
      ) line
    ) as entry
  ) found
  where address = $1`

const SELECT_PAGE = `
  select '{"data":' || coalesce((
      select json_agg(row_to_json(line))::text from (
        select ${ENTRY_COLUMNS} from (
          select * from whitelist_entry where token = $1
          order by event_id desc limit $2::int offset $3::bigint
        ) e ${EVENT_JOINS} order by e.event_id desc
      ) line
    ), '[]') || ',"pagination":' || (
      select row_to_json(pagination)::text from (
        select count(*) as total, $4::int as page, $2::int as limit,
          count(*) > $3::bigint + $2::int as "hasMore"
        from whitelist_entry where token = $1
      ) pagination
    ) || '}'
  from token where address = $1`

/** GET /api/v1/tokens/{address}/whitelist. */
export async function findWhitelistJson(token: string, query: WhitelistQuery): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  const answer = query.wallet
    ? await readJson(SELECT_ENTRY, [token, query.wallet])
    : await readJson(SELECT_PAGE, [token, take, skip, query.page])
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

const whitelistRow = z.object({
  wallet: z.string(),
  amount: z.string().transform(BigInt),
  tag: z.string().nullable(),
  time: z.date(),
})

/** The newest entries of a token's whitelist for its page, and how many there are. */
export async function findWhitelist(token: string, limit: number) {
  const [entries, counted] = await Promise.all([
    pool().query(
      `select e.wallet, v.amount, nullif(v.tag, '') as tag, tx.time from (
        select * from whitelist_entry where token = $1 order by event_id desc limit $2
      ) e ${EVENT_JOINS} order by e.event_id desc`,
      [token, limit],
    ),
    pool().query<{ total: number }>(
      "select count(*)::int as total from whitelist_entry where token = $1",
      [token],
    ),
  ])
  return { entries: whitelistRow.array().parse(entries.rows), total: counted.rows[0]?.total ?? 0 }
}

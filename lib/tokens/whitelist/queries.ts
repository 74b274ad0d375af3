import { notFound } from "@/lib/api/errors"
import { skipTake } from "@/lib/api/pagination"
import type { Prepared } from "@/lib/api/reply"
import { db } from "@/lib/db"
import { readJson } from "@/lib/tokens/json"
import { isoText } from "@/lib/tokens/pricing"
import { type WhitelistEntry, type WhitelistQuery, whitelistEntry } from "./schema"

const ENTRY = `e.wallet as "walletAddress", v.amount::text as "buyAmount", nullif(v.tag, '') as note,
  '0x' || encode(tx.hash, 'hex') as "txHash", ${isoText("tx.time")} as timestamp`

const FACTS = "join whitelist_event v on v.id = e.event_id join tx on tx.id = v.tx_id"

const ONE = `
  select '{"whitelisted":' || (entry is not null)::text || ',"entry":' || coalesce(entry, 'null') || '}'
  from token, lateral (
    select (
      select row_to_json(line)::text from (
        select ${ENTRY} from whitelist_entry e ${FACTS} where e.token = $1 and e.wallet = $2
      ) line
    ) as entry
  ) found
  where address = $1`

const LIST = `
  select '{"data":' || coalesce((
      select json_agg(row_to_json(line))::text from (
        select ${ENTRY} from (
          select * from whitelist_entry where token = $1
          order by event_id desc limit $2::int offset $3::bigint
        ) e ${FACTS} order by e.event_id desc
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
export async function findWhitelistJson(token: string, query: WhitelistQuery): Promise<Prepared> {
  const { skip, take } = skipTake(query)
  const answer = query.wallet
    ? await readJson(ONE, [token, query.wallet])
    : await readJson(LIST, [token, take, skip, query.page])
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** The newest entries of a token's whitelist and how many there are. */
export async function findWhitelist(token: string, limit: number) {
  const { rows } = await db().pool.query<{ entry: unknown; total: number }>(
    `select row_to_json(line) as entry, total from (
      select ${ENTRY}, e.event_id from (
        select * from whitelist_entry where token = $1 order by event_id desc limit $2
      ) e ${FACTS}
    ) line, (select count(*)::int as total from whitelist_entry where token = $1) counted
    order by event_id desc`,
    [token, limit],
  )
  const data: WhitelistEntry[] = rows.map(({ entry }) => whitelistEntry.parse(entry))
  return { data, total: rows[0]?.total ?? 0 }
}

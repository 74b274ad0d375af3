import { notFound } from "@/lib/api/errors"
import { skipTake } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { pool } from "@/lib/db/client"
import { readAggregate, readJson } from "@/lib/db/json-query"
import { findAuthors } from "@/lib/profiles/authors"
import { toIsoText } from "@/lib/tokens/pricing"
import { selectQualifyingTrades } from "./qualifying-trades"
import { type CommentListQuery, type CommentQuota, commentQuota, commentView } from "./schema"

const COMMENT_COLUMNS = `c.id, c.project_id as "projectId", c.author, c.content, c.trade_type as "tradeType", c.tx_hash as "txHash",
  ${toIsoText("c.created_at")} as "createdAt"`

/** Neither deleted by the author nor suppressed by the operator. */
const IS_VISIBLE = "c.deleted_at is null and c.suppressed_at is null"

/** The lists of one project's comments: `$2` rows after `$3`, page `$4`. */
const selectPage = (columns: string, project: string) => `
  '{"data":' || coalesce((
    select json_agg(row_to_json(line))::text from (
      select ${columns} from comment c where c.project_id = ${project} and ${IS_VISIBLE}
      order by c.id desc limit $2::int offset $3::bigint
    ) line
  ), '[]') || ',"pagination":' || (
    select row_to_json(pagination)::text from (
      select count(*) as total, $4::int as page, $2::int as limit,
        count(*) > $3::bigint + $2::int as "hasMore"
      from comment c where c.project_id = ${project} and ${IS_VISIBLE}
    ) pagination
  ) || '}'`

/** A project that left the index takes its comments along. */
const BY_PROJECT_ID = `
  select ${selectPage(
    `${COMMENT_COLUMNS}, (select row_to_json(project) from (select t.dev) project) as project`,
    "t.project_id",
  )}
  from (values (1)) always left join token t on t.project_id = $1::int`

/** GET /api/comments. */
export function findCommentsJson({ projectId, ...query }: CommentListQuery): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  return readAggregate(BY_PROJECT_ID, [projectId, take, skip, query.page])
}

const selectTokenPage = (key: string) => `
  select ${selectPage(COMMENT_COLUMNS, "t.project_id")} from token t where t.${key} = $1`

const TOKEN_PAGE_BY_ADDRESS = selectTokenPage("address")
const TOKEN_PAGE_BY_PROJECT = selectTokenPage("project_id")

/** GET /api/v1/tokens/{address}/comments. */
export async function findTokenCommentsJson(
  token: string | number,
  query: { page: number; limit: number },
  snapshot?: string,
): Promise<RawBody> {
  const { skip, take } = skipTake(query)
  const text = typeof token === "number" ? TOKEN_PAGE_BY_PROJECT : TOKEN_PAGE_BY_ADDRESS
  const answer = await readJson(text, [token, take, skip, query.page], snapshot)
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** How many comments a wallet may still write on a token. */
export async function getCommentQuota(token: string, wallet: string): Promise<CommentQuota> {
  const { rows } = await pool().query(
    `select is_dev as "isDev", used, earned,
      case when not is_dev then greatest(earned - used, 0) end as left
    from token t
    cross join lateral (select t.dev = $2 as is_dev,
      (select coalesce(max(ordinal), 0) from comment
        where project_id = t.project_id and author = $2) as used,
      (select count(*)::int from ${selectQualifyingTrades("t.address", "$2")} earning) as earned) counted
    where t.address = $1`,
    [token, wallet],
  )
  if (!rows[0]) throw notFound("TOKEN_NOT_FOUND")
  return commentQuota.parse(rows[0])
}

type CommentViewQuery = { before?: number | undefined; limit: number }

/** The newest visible comments on a token, before one when its id is given, with all that a page shows of them. */
export async function findCommentViews(token: string, { before, limit }: CommentViewQuery) {
  const { rows } = await pool().query(COMMENT_VIEWS, [token, before ?? null, limit + 1])
  const comments = commentView.array().parse(rows.slice(0, limit))
  const authors = await findAuthors(comments.map(({ author }) => author))
  const last = comments.at(-1)
  return { comments, authors, older: rows.length > limit && last ? last.id : null }
}

const COMMENT_VIEWS = `
  select c.id, c.author, c.content, c.trade_type as "tradeType", c.tx_hash as "txHash",
    c.created_at as "createdAt", h.balance, coalesce(s.shares, '[]') as shares
  from token t
  cross join lateral (
    select * from comment c
    where c.project_id = t.project_id and ${IS_VISIBLE} and ($2::int is null or c.id < $2)
    order by c.id desc limit $3
  ) c
  left join holder h on h.token = t.address and h.wallet = c.author and h.balance > 0
  left join lateral (
    select json_agg(json_build_object('outcome', outcome, 'shares', shares::text)
      order by shares desc, outcome) as shares
    from share_holder where token = t.address and wallet = c.author and shares > 0
  ) s on true
  where t.address = $1 order by c.id desc`

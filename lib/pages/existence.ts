import { createBatchLoader } from "@/lib/async/coalesce"
import { processSingleton } from "@/lib/async/process-singleton"
import { pool } from "@/lib/db/client"
import { decodeId, encodeId, MAX_ROW_ID } from "@/lib/http/opaque-ids"

/** No token will ever be there: the digest of nothing. */
const NO_ADDRESS = "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4"

/** No post will ever have it. */
const NO_POST = encodeId(MAX_ROW_ID)

/** Pages of a token or market, which the index knows or does not. */
const ADDRESS_PAGE = /^\/(tokens|markets)\/(0x[0-9a-fA-F]{40})$/
const POST_PAGE = /^\/reef\/(c[0-9a-z]{24})$/

/** Checks which of the keys are stored, for many requests in one query. */
const createLoader = (name: string, text: string) => () =>
  createBatchLoader(async (keys: readonly string[]) => {
    const { rows } = await pool().query<{ key: string }>({ name, text, values: [keys] })
    return new Map(rows.map(({ key }) => [key, true]))
  })

const createTokenLoader = createLoader(
  "pages: known tokens",
  "select address as key from token where address = any($1)",
)

const createPostLoader = createLoader(
  "pages: known posts",
  "select id::text as key from reef_post where id = any($1::bigint[])",
)

/**
 * For an address without a page: the path of a page with the same content, and the address in it to replace. This
 * costs a part of a small query; rendering would cost a page for each address that somebody makes up.
 */
export async function findMissing(pathname: string) {
  const [, kind, address = ""] = ADDRESS_PAGE.exec(pathname) ?? []
  if (kind !== undefined) {
    const load = processSingleton("known-tokens", createTokenLoader)
    const isKnown = await load(address.toLowerCase())
    return isKnown ? null : { pathname: `/${kind}/${NO_ADDRESS}`, address, stand: NO_ADDRESS }
  }
  const [, post] = POST_PAGE.exec(pathname) ?? []
  if (post === undefined) return null
  const row = decodeId(post)
  const load = processSingleton("known-posts", createPostLoader)
  const isKnown = row !== null && (await load(`${row}`))
  return isKnown ? null : { pathname: `/reef/${NO_POST}`, address: post, stand: NO_POST }
}

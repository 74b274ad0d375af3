import { createBatchLoader } from "@/lib/api/coalesce"
import { processSingleton } from "@/lib/api/process-singleton"
import { pool } from "@/lib/db/client"

/** No token will ever be there: the digest of nothing. */
const NO_ADDRESS = "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4"

/** Pages of a token or market, which the index knows or does not. */
const ADDRESS_PAGE = /^\/(tokens|markets)\/(0x[0-9a-fA-F]{40})$/

const createLoader = () =>
  createBatchLoader(async (addresses: readonly string[]) => {
    const { rows } = await pool().query<{ address: string }>({
      name: "pages: known tokens",
      text: "select address from token where address = any($1)",
      values: [addresses],
    })
    return new Map(rows.map(({ address }) => [address, true]))
  })

/**
 * Where nothing is at the page's address: the path of a page that says the same, and the address in it that has to be
 * replaced. Costs a part of a small query; the page itself would be rendered for each address that somebody makes up.
 */
export async function findMissing(pathname: string) {
  const [, kind, given = ""] = ADDRESS_PAGE.exec(pathname) ?? []
  if (kind === undefined) return null
  const load = processSingleton("known-tokens", createLoader)
  const isKnown = await load(given.toLowerCase())
  return isKnown ? null : { pathname: `/${kind}/${NO_ADDRESS}`, address: given, stand: NO_ADDRESS }
}

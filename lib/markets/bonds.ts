import { coalesce } from "@/lib/async/coalesce"
import { chainUnavailable, notFound } from "@/lib/http/errors"
import { findMarket } from "./list-queries"
import { readBond } from "./onchain"

/**
 * The current bond in USDB; null for a decided market, and for a private one, whose voters post no bonds. Throws 404
 * for an unknown market, and 503 while the node does not answer.
 */
export async function getBond(token: string): Promise<bigint | null> {
  const market = await findMarket(token)
  if (!market) throw notFound("MARKET_NOT_FOUND")
  if (market.kind === "private" || market.resolvedAt) return null
  const bond = await coalesce(`bond ${token}`, () => readBond(token))
  if (bond === null) throw chainUnavailable()
  return bond
}

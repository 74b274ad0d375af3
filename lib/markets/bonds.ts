import { getAddress } from "viem"
import { coalesce } from "@/lib/api/coalesce"
import { chainUnavailable, notFound } from "@/lib/api/errors"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { findMarket } from "./list-queries"

/**
 * Current bond in USDB of a proposal, dispute or veto of a public market. It grows with the payout and with each
 * round, and is fixed by the proposal of a round. Null if the node does not answer.
 */
export async function readBond(token: string): Promise<bigint | null> {
  const bond = await getQuickClient()
    ?.readContract({
      address: getAddress(getDeployment().resolver),
      abi: marketResolverAbi,
      functionName: "bondOf",
      args: [getAddress(token)],
    })
    .catch(() => null)
  return bond ?? null
}

/**
 * As `readBond`, for the API; null for a decided market, and for a private one, which its voters decide without bonds.
 * Throws 404 for what is no market, and 503 while the node is away.
 */
export async function getBond(token: string): Promise<bigint | null> {
  const market = await findMarket(token)
  if (!market) throw notFound("MARKET_NOT_FOUND")
  if (market.kind === "private" || market.resolvedAt) return null
  const bond = await coalesce(`bond ${token}`, () => readBond(token))
  if (bond === null) throw chainUnavailable()
  return bond
}

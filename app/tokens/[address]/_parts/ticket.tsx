import { TokenTicket } from "@/components/swap/token-ticket"
import { computeFloor, computeTaxRate } from "@/lib/tokens/metrics"
import type { TokenView } from "@/lib/tokens/schema"
import { loadAutoVest, loadHolders, loadTokenState } from "./load"

/** The ticket with the indexed values, shown until the chain has answered. */
export async function Ticket({ token }: { token: TokenView }) {
  const [{ supply }, reading, autoVest] = await Promise.all([
    loadHolders(token),
    loadTokenState(token),
    loadAutoVest(token),
  ])
  const { address, name, symbol, isMain, priceUsd } = token
  const surge = reading?.surge ?? null
  return (
    <TokenTicket
      token={{
        address,
        name,
        symbol,
        isMain,
        priceUsd,
        floorUsd: computeFloor(token, supply)?.usd ?? null,
        taxRate: computeTaxRate(token, surge, new Date()),
        frozen: reading?.frozen ?? null,
        surge,
        autoVest,
      }}
    />
  )
}

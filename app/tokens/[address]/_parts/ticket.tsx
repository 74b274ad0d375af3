import { TokenTicket } from "@/components/swap/token-ticket"
import type { TokenView } from "@/lib/tokens/schema"
import { floorOf, taxRate } from "@/lib/tokens/standing/math"
import { loadHolders, loadReading } from "./load"

/** The ticket with everything the index knows, so that it reads right before the chain is asked. */
export async function Ticket({ token }: { token: TokenView }) {
  const [{ supply }, reading] = await Promise.all([loadHolders(token), loadReading(token)])
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
        floorUsd: floorOf(token, supply)?.usd ?? null,
        taxRate: taxRate(token, surge, new Date()),
        frozen: reading?.frozen ?? null,
        surge,
      }}
    />
  )
}

import { TokenTicket } from "./token-ticket"

/** A ticket for a page that knows no more than the token's names. */
export function SwapTicket({
  token,
}: {
  token: { address: string; symbol: string; name: string }
}) {
  const unknown = { priceUsd: null, floorUsd: null, taxRate: null, frozen: null, surge: null }
  return <TokenTicket token={{ ...token, ...unknown, isMain: token.symbol === "TIDE" }} />
}

import { useWalletData } from "@/components/wallet/use-wallet-data"
import type { OwnTrade } from "@/lib/tokens/trades/schema"

const NOTHING: readonly OwnTrade[] = []

/** The trades of the wallet that is connected, read anew when the token's newest trade is another one. */
export function useOwnTrades(token: string, newestTrade: string | null): readonly OwnTrade[] {
  const own = useWalletData<{ data: OwnTrade[] }>(`/tokens/${token}/data`, newestTrade)
  return own?.data ?? NOTHING
}

import { useWalletData } from "@/components/wallet/use-wallet-data"
import type { OwnTrade } from "@/lib/tokens/trades/schema"

const NOTHING: readonly OwnTrade[] = []

/** Trades of the connected wallet, fetched again when the token's newest trade changes. */
export function useOwnTrades(token: string, newestTrade: string | null): readonly OwnTrade[] {
  const own = useWalletData<{ data: OwnTrade[] }>(`/tokens/${token}/data`, newestTrade)
  return own?.data ?? NOTHING
}

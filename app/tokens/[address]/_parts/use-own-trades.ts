import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import type { OwnTrade } from "@/lib/tokens/trades/schema"

const NO_TRADES: readonly OwnTrade[] = []

/** Trades of the connected wallet, reloaded when the token's newest trade changes. */
export function useOwnTrades(token: string, newestTrade: string | null): readonly OwnTrade[] {
  const own = useWalletData({
    subject: token,
    version: newestTrade,
    load: (wallet, signal) =>
      callApi(
        "GET /api/internal/tokens/[address]/own-trades",
        { params: { address: token }, query: { wallet } },
        { signal },
      ),
  })
  return own?.data ?? NO_TRADES
}

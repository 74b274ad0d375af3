import { useEffect, useRef, useState } from "react"
import { useWalletView } from "@/components/wallet/store"
import type { OwnTrade } from "@/lib/tokens/trades/schema"

type Known = { wallet: string | null; trades: readonly OwnTrade[] }

const NOTHING: Known = { wallet: null, trades: [] }

/** Reads for a busy token's page are at least this far apart. */
const GAP_MS = 3_000

/**
 * The trades of the wallet that is connected, read anew when the token's newest trade is another one.
 * What could not be read stays as it was: marks are an addition to the chart.
 */
export function useOwnTrades(token: string, newestTrade: string | null): readonly OwnTrade[] {
  const { address: wallet } = useWalletView()
  const [known, setKnown] = useState(NOTHING)
  const lastRead = useRef({ wallet, at: 0 })

  useEffect(() => {
    if (!wallet || newestTrade === null) return
    const abort = new AbortController()
    const { current: last } = lastRead
    const wait = last.wallet === wallet ? Math.max(0, last.at + GAP_MS - Date.now()) : 0
    const timer = setTimeout(async () => {
      lastRead.current = { wallet, at: Date.now() }
      const trades = await readTrades(token, wallet, abort.signal)
      if (trades) setKnown({ wallet, trades })
    }, wait)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [token, wallet, newestTrade])

  return known.wallet === wallet ? known.trades : NOTHING.trades
}

async function readTrades(token: string, wallet: string, signal: AbortSignal) {
  try {
    const response = await fetch(`/tokens/${token}/data?wallet=${wallet}`, { signal })
    if (!response.ok) return null
    const { data }: { data: OwnTrade[] } = await response.json()
    return data
  } catch {
    return null
  }
}

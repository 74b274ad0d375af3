"use client"

import { useEffect, useState } from "react"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { type ApiAnswer, callApi } from "@/lib/api/client"
import type { Asset } from "@/lib/updown/assets"
import type { Timeframe } from "@/lib/updown/timeframes"

export type OwnRounds = ApiAnswer<"GET /api/internal/rounds/own">
export type PayingRound = OwnRounds["paying"][number]

/** The index follows the chain within moments. */
const INDEX_MS = 3_000

/** Changes with `version`, and once more a moment later. */
function useEcho(version: string): string {
  const [echoed, setEchoed] = useState(version)
  useEffect(() => {
    const timer = setTimeout(() => setEchoed(version), INDEX_MS)
    return () => clearTimeout(timer)
  }, [version])
  return `${version} ${echoed}`
}

/** The connected wallet's open and paying rounds; read again when `version` changes and after its transactions. */
export function useOwnRounds(version: string): OwnRounds | null {
  return useWalletData({
    subject: "rounds",
    version: useEcho(version),
    load: (wallet, signal) =>
      callApi("GET /api/internal/rounds/own", { query: { wallet } }, { signal }),
  })
}

type RecordOptions = { asset: Asset; timeframe: Timeframe["label"]; version: string }

/** The connected wallet's wins and losses in these rounds. */
export function useOwnRecord({ asset, timeframe, version }: RecordOptions) {
  return useWalletData({
    subject: `record ${asset} ${timeframe}`,
    version: useEcho(version),
    load: (wallet, signal) =>
      callApi(
        "GET /api/internal/rounds/record",
        { query: { wallet, asset, timeframe } },
        { signal },
      ),
  })
}

import type { SearchParams } from "@/lib/http/search-params"
import { type Asset, assets } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import { listAssetContracts } from "@/lib/updown/contracts"
import { readPastRounds, readPriceHistory, readRounds, selectAsset } from "@/lib/updown/onchain"
import { findLastRoundId } from "@/lib/updown/own-queries"
import { type Timeframe, timeframes } from "@/lib/updown/timeframes"
import { chartStart } from "@/lib/updown/view"

export type Series = { asset: Asset; timeframe: Timeframe }

/** An asset and a timeframe by their names in the address; null for unknown ones. */
export function parseSeries(params: { asset: string; timeframe: string }): Series | null {
  const asset = assets.find((each) => each === params.asset)
  const timeframe = timeframes.find(({ label }) => label === params.timeframe)
  return asset && timeframe ? { asset, timeframe } : null
}

/** The side that was pressed, and the round before which older ones are listed. */
export function parseQuery({ side, before }: SearchParams): {
  side: Side | null
  before: number | null
} {
  const isRound = typeof before === "string" && /^[1-9]\d{0,8}$/.test(before)
  const pressed = side === "up" ? "bull" : side === "down" ? "bear" : null
  return { side: pressed, before: isRound ? Number(before) : null }
}

const PAST_ROUNDS = 9

/** The current round, the decided ones before it, and the prices for its chart. */
export async function loadSeries({ asset, timeframe }: Series, before: number | null) {
  const contract = listAssetContracts().find((each) => each.asset === asset)?.contract
  if (!contract) return "not deployed"
  const view = await readRounds()
  const state = view?.assets.find((each) => each.asset === asset)
  if (!view || !state) return "silent"
  const round = state.rounds[timeframe.code]
  const now = Math.floor(view.chainTime / 1_000)
  const from = chartStart(timeframe, round?.startTime ?? now - timeframe.seconds)
  const newest = round?.roundId ?? (await findLastRoundId(contract, timeframe.code)) + 1
  const [points, past] = await Promise.all([
    readPriceHistory(asset, from),
    readPastRounds({ asset, timeframe }, { before: before ?? newest, limit: PAST_ROUNDS }),
  ])
  return { view: selectAsset(view, asset), contract, points, past }
}

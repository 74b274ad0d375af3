import { listAssetContracts } from "@/lib/updown/contracts"
import { timeframes } from "@/lib/updown/timeframes"
import type { LossPlace } from "./record/schema"

type Loss = { lossPlace: LossPlace | null; lossId: string | null }

/** The page that shows where a loss happened. */
export function toLossHref({ lossPlace, lossId }: Loss): string | null {
  if (lossPlace === null || lossId === null) return null
  if (lossPlace === "transaction") return `/tx/${lossId}`
  if (lossPlace === "market") return `/markets/${lossId}`
  const [contract, tf, roundId] = lossId.split(":")
  const asset = listAssetContracts().find((each) => each.contract === contract)?.asset
  const timeframe = timeframes[Number(tf)]
  if (!asset || !timeframe) return null
  return `/rounds/${asset}/${timeframe.label}?before=${Number(roundId) + 1}`
}

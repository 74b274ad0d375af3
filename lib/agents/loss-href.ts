import { describeRound } from "./record/rows"
import type { LossPlace } from "./record/schema"

type Loss = { lossPlace: LossPlace | null; lossId: string | null }

/** The page that shows where a loss happened. */
export function toLossHref({ lossPlace, lossId }: Loss): string | null {
  if (lossPlace === null || lossId === null) return null
  if (lossPlace === "transaction") return `/tx/${lossId}`
  if (lossPlace === "market") return `/markets/${lossId}`
  const [contract = "", tf, roundId] = lossId.split(":")
  return describeRound({ contract, tf: Number(tf), roundId: Number(roundId) }).href
}

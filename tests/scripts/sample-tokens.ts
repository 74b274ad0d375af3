import { readSample } from "@/scripts/local/sample/replay"

/** The tokens and markets of the sample history that ends at a time, and when each is created. */
export function listSampleTokens(end: Date) {
  return readSample(Math.floor(end.getTime() / 1000)).flatMap(({ at, call }) => {
    const createdAt = new Date(at * 1000)
    if (call.kind === "launch") {
      return [{ symbol: call.launch.symbol, isPrediction: false, createdAt }]
    }
    if (call.kind !== "openMarket") return []
    return [{ symbol: call.question.symbol, isPrediction: true, createdAt }]
  })
}

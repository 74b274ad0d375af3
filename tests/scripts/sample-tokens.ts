import { readSample } from "@/scripts/local/sample/replay"
import { createdSymbol } from "@/scripts/local/sample/scenario"

/** The tokens and markets of the sample history that ends at a time, and when each is created. */
export function listSampleTokens(end: Date) {
  return readSample(Math.floor(end.getTime() / 1000)).flatMap((action) => {
    const symbol = createdSymbol(action)
    const isPrediction = action.functionName === "createMarket"
    return symbol ? [{ symbol, isPrediction, createdAt: new Date(action.at * 1000) }] : []
  })
}

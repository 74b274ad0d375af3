import { decodeFunctionData, type Hex } from "viem"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { timeframes } from "@/lib/updown/timeframes"
import type { Sentence } from "./schema"
import { toAddressPart, toUsdPart } from "./sentence-parts"

type Call = ReturnType<typeof decodeFunctionData<typeof upDownAbi>>

/** A sentence for a call of price rounds; null for calls of other contracts. */
export function describeRoundCall(to: string, data: Hex): Sentence | null {
  const call = decodeCall(data)
  if (!call) return null
  const rounds = toAddressPart(to)
  switch (call.functionName) {
    case "betBull":
    case "betBear": {
      const [tf, amount] = call.args
      const side = call.functionName === "betBull" ? "up" : "down"
      return ["Bet ", toUsdPart(amount), ` on ${side} in the ${labelOf(tf)} round of `, rounds]
    }
    case "bet": {
      const [tf, roundId, side, amount] = call.args
      const place = ` on ${side === 1 ? "up" : "down"} in round ${roundId} of ${labelOf(tf)} of `
      return ["Bet ", toUsdPart(amount), place, rounds]
    }
    case "settleCurrentRound":
      return [`Settle the ${labelOf(call.args[0])} round of `, rounds]
    case "cancelCurrentRoundAndStartNext":
      return [`Cancel the ${labelOf(call.args[0])} round of `, rounds]
    case "startRound":
      return [`Open the next ${labelOf(call.args[0])} round of `, rounds]
    case "claim":
      return [`Claim round ${call.args[1]} of ${labelOf(call.args[0])} of `, rounds]
    case "claimMany": {
      const { length } = call.args[1]
      return [`Claim ${length} ${length === 1 ? "round" : "rounds"} of `, rounds]
    }
    case "startPrediction":
    case "resumePrediction":
      return ["Open rounds of ", rounds]
    case "panicCancel":
      return ["Cancel all open rounds of ", rounds]
    default:
      return null
  }
}

function decodeCall(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi: upDownAbi, data })
  } catch {
    return null
  }
}

const labelOf = (tf: number) => timeframes[tf]?.label ?? `${tf}`

import { decodeFunctionData, type Hex, maxUint256, zeroAddress } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { describeAgentCall } from "./describe-agent-call"
import { describeMarketCall } from "./describe-market-call"
import { describeRoundCall } from "./describe-round-call"
import type { Sentence } from "./schema"
import {
  toAddressPart,
  toAmountPart,
  toPercentPart,
  toQuotePart,
  toTokenPart,
  toUsdPart,
} from "./sentence-parts"

/** Functions of all contracts of the platform. No two share a selector with different meanings. */
const callsAbi = [
  ...swapAbi,
  ...usdbAbi,
  ...factoryTokenAbi,
  ...tokenFactoryAbi,
  ...taxesAbi,
] as const

type Call = ReturnType<typeof decodeFunctionData<typeof callsAbi>>

/** A sentence for the call of a transaction. `to` is in lower case; null creates a contract. */
export function describeCall(to: string | null, data: Hex, value: bigint): Sentence {
  if (to === null) return ["Create a contract"]
  if (data === "0x")
    return value > 0n
      ? ["Send native coin to ", toAddressPart(to)]
      : ["Send nothing to ", toAddressPart(to)]
  const request = describeMarketCall(data) ?? describeRoundCall(to, data) ?? describeAgentCall(data)
  if (request) return request
  const call = decodeCall(data)
  if (!call) return ["Call ", toAddressPart(to), ` with ${data.slice(0, 10)}`]
  return (
    describeKnownCall(to, call) ?? [`${splitCamelCase(call.functionName)} of `, toAddressPart(to)]
  )
}

function decodeCall(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi: callsAbi, data })
  } catch {
    // A function of a foreign contract.
    return null
  }
}

function describeKnownCall(to: string, call: Call): Sentence | null {
  switch (call.functionName) {
    case "buyTokens":
    case "sellTokens":
      return describeTrade(to, call)
    case "approve": {
      const [spender, amount] = call.args
      if (amount === 0n)
        return ["Revoke the approval of ", toAddressPart(spender), " for ", toTokenPart(to)]
      const most =
        amount === maxUint256
          ? ["any amount of ", toTokenPart(to)]
          : ["up to ", toAmountPart(to, amount)]
      return ["Approve ", toAddressPart(spender), " to spend ", ...most]
    }
    case "transfer":
      return ["Send ", toAmountPart(to, call.args[1]), " to ", toAddressPart(call.args[0])]
    case "transferFrom": {
      const [from, receiver, amount] = call.args
      return [
        "Send ",
        toAmountPart(to, amount),
        " from ",
        toAddressPart(from),
        " to ",
        toAddressPart(receiver),
      ]
    }
    case "createToken": {
      const [symbol, name] = call.args
      return ["Launch the token ", toQuotePart(symbol), ", called ", toQuotePart(name)]
    }
    case "faucet":
      return describeClaim(call.args[0])
    case "setReferrer":
      return ["Set ", toAddressPart(call.args[0]), " as referrer"]
    case "claimRewards":
      return ["Claim the rewards of ", toTokenPart(to)]
    default:
      return describeCreatorCall(to, call)
  }
}

/** Creators' actions on their tokens. */
function describeCreatorCall(to: string, call: Call): Sentence | null {
  switch (call.functionName) {
    case "DisableFreeze":
      return ["Unfreeze ", toTokenPart(to)]
    case "SetWhitelistedWallet": {
      const [wallets, amount] = call.args
      const [first] = wallets
      const who = wallets.length === 1 && first ? toAddressPart(first) : `${wallets.length} wallets`
      return [
        "Whitelist ",
        who,
        " for ",
        toTokenPart(to),
        ", to buy for up to ",
        toUsdPart(amount),
        " each",
      ]
    }
    case "RemoveWhitelist":
      return ["Remove ", toAddressPart(call.args[0]), " from the whitelist of ", toTokenPart(to)]
    case "startSurgeTax": {
      const [start, end, , address] = call.args
      return [
        "Start a surge tax on ",
        toTokenPart(address),
        ", from ",
        toPercentPart(start),
        " to ",
        toPercentPart(end),
      ]
    }
    case "endSurgeTax":
      return ["End the surge tax on ", toTokenPart(call.args[0])]
    case "addDevShare": {
      const [address, wallet, share] = call.args
      return [
        "Give ",
        toAddressPart(wallet),
        " ",
        toPercentPart(share),
        " of the creator's tax of ",
        toTokenPart(address),
      ]
    }
    case "removeDevShare":
      return [
        "Remove ",
        toAddressPart(call.args[1]),
        " from the creator's tax of ",
        toTokenPart(call.args[0]),
      ]
    default:
      return null
  }
}

type Trade = Extract<Call, { functionName: "buyTokens" | "sellTokens" }>

function describeTrade(to: string, { functionName, args }: Trade): Sentence {
  const verb = functionName === "buyTokens" ? "Buy" : "Sell"
  // The pools have functions of the same names, which only the router calls.
  if (args.length !== 4)
    return [`${verb} `, toAmountPart(to, args[0]), " for ", toAddressPart(args[1])]
  const [amount, minimum, path] = args
  const [first, last] = [path[0] ?? zeroAddress, path.at(-1) ?? zeroAddress]
  return verb === "Buy"
    ? [
        "Buy ",
        toTokenPart(last),
        " for ",
        toAmountPart(first, amount),
        ", at least ",
        toAmountPart(last, minimum),
      ]
    : [
        "Sell ",
        toAmountPart(first, amount),
        " for ",
        toTokenPart(last),
        ", at least ",
        toAmountPart(last, minimum),
      ]
}

function describeClaim(referrer: string): Sentence {
  return referrer === zeroAddress
    ? ["Claim from the faucet"]
    : ["Claim from the faucet, referred by ", toAddressPart(referrer)]
}

/** "setMarketRegistry" → "Set market registry". */
function splitCamelCase(name: string) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

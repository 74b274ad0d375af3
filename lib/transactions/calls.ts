import { decodeFunctionData, type Hex, maxUint256, zeroAddress } from "viem"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { marketCall } from "./market-calls"
import { dollars, party, percentage, quoted, sum, token } from "./parts"
import type { Sentence } from "./schema"

/** Functions of all contracts of the platform; none of them share a selector with another meaning. */
const callsAbi = [
  ...swapAbi,
  ...usdbAbi,
  ...factoryTokenAbi,
  ...tokenFactoryAbi,
  ...taxesAbi,
] as const

type Call = ReturnType<typeof decodeFunctionData<typeof callsAbi>>

/** What a transaction asked for, in words. `to` is in lower case; null creates a contract. */
export function describeCall(to: string | null, data: Hex, value: bigint): Sentence {
  if (to === null) return ["Create a contract"]
  if (data === "0x")
    return value > 0n ? ["Send native coin to ", party(to)] : ["Send nothing to ", party(to)]
  const asked = marketCall(data)
  if (asked) return asked
  const call = decode(data)
  if (!call) return ["Call ", party(to), ` with ${data.slice(0, 10)}`]
  return sentenceOf(to, call) ?? [`${inWords(call.functionName)} of `, party(to)]
}

function decode(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi: callsAbi, data })
  } catch {
    // A function of somebody else's contract.
    return null
  }
}

function sentenceOf(to: string, call: Call): Sentence | null {
  switch (call.functionName) {
    case "buyTokens":
    case "sellTokens":
      return tradeOf(to, call)
    case "approve": {
      const [spender, amount] = call.args
      if (amount === 0n) return ["Take back the allowance of ", party(spender), " for ", token(to)]
      const most =
        amount === maxUint256 ? ["any amount of ", token(to)] : ["up to ", sum(to, amount)]
      return ["Allow ", party(spender), " to take ", ...most]
    }
    case "transfer":
      return ["Send ", sum(to, call.args[1]), " to ", party(call.args[0])]
    case "transferFrom": {
      const [from, receiver, amount] = call.args
      return ["Send ", sum(to, amount), " from ", party(from), " to ", party(receiver)]
    }
    case "createToken": {
      const [symbol, name] = call.args
      return ["Launch the token ", quoted(symbol), ", called ", quoted(name)]
    }
    case "faucet":
      return claimOf(call.args[0])
    case "setReferrer":
      return ["Name ", party(call.args[0]), " as referrer"]
    case "claimRewards":
      return ["Claim the rewards of ", token(to)]
    default:
      return ownersCall(to, call)
  }
}

/** What creators do with their tokens. */
function ownersCall(to: string, call: Call): Sentence | null {
  switch (call.functionName) {
    case "DisableFreeze":
      return ["Open ", token(to), " to everybody"]
    case "SetWhitelistedWallet": {
      const [wallets, amount] = call.args
      const [first] = wallets
      const who = wallets.length === 1 && first ? party(first) : `${wallets.length} wallets`
      return [
        "Whitelist ",
        who,
        " for ",
        token(to),
        ", to buy for up to ",
        dollars(amount),
        " each",
      ]
    }
    case "RemoveWhitelist":
      return ["Take ", party(call.args[0]), " off the whitelist of ", token(to)]
    case "startSurgeTax": {
      const [start, end, , address] = call.args
      return [
        "Start a surge tax on ",
        token(address),
        ", from ",
        percentage(start),
        " to ",
        percentage(end),
      ]
    }
    case "endSurgeTax":
      return ["End the surge tax on ", token(call.args[0])]
    case "addDevShare": {
      const [address, wallet, share] = call.args
      return [
        "Give ",
        party(wallet),
        " ",
        percentage(share),
        " of the creator's tax of ",
        token(address),
      ]
    }
    case "removeDevShare":
      return [
        "Take from ",
        party(call.args[1]),
        " its share of the creator's tax of ",
        token(call.args[0]),
      ]
    default:
      return null
  }
}

type Trade = Extract<Call, { functionName: "buyTokens" | "sellTokens" }>

function tradeOf(to: string, { functionName, args }: Trade): Sentence {
  const verb = functionName === "buyTokens" ? "Buy" : "Sell"
  // The pools have functions of the same names, for the router alone.
  if (args.length !== 4) return [`${verb} `, sum(to, args[0]), " for ", party(args[1])]
  const [amount, minimum, path] = args
  const [first, last] = [path[0] ?? zeroAddress, path.at(-1) ?? zeroAddress]
  return verb === "Buy"
    ? ["Buy ", token(last), " for ", sum(first, amount), ", at least ", sum(last, minimum)]
    : ["Sell ", sum(first, amount), " for ", token(last), ", at least ", sum(last, minimum)]
}

function claimOf(referrer: string): Sentence {
  return referrer === zeroAddress
    ? ["Claim from the faucet"]
    : ["Claim from the faucet, referred by ", party(referrer)]
}

/** "setMarketRegistry" → "Set market registry". */
function inWords(name: string) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

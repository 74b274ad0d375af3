import { type Address, getAddress } from "viem"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { taxesAbi } from "@/lib/chain/generated/Taxes"

/**
 * On-chain state of a token. A value is null if the node did not answer or if the main token does not have
 * it. Amounts and prices have 18 decimals, rates are basis points.
 */
export type TokenState = {
  totalSupply: bigint | null
  priceUsd: bigint | null
  /** Price floor in USD and in the quote token. */
  floorUsd: bigint | null
  floorQuote: bigint | null
  /** Tax of a trade by a wallet without privileges, surge included. */
  taxRate: bigint | null
  surgeRate: bigint | null
  frozen: boolean | null
  hasBonded: boolean | null
  /** Volume of buys in USDB that ends the reward phase, and the missing part of it. */
  bondingTarget: bigint | null
  bondingNeeded: bigint | null
  vetted: boolean | null
}

const ANY_WALLET = "0x0000000000000000000000000000000000000000"

/** Reads all values in one batch within 1.5 s; all are null if the node does not answer. */
export async function readTokenState(token: string): Promise<TokenState> {
  const read = createReader(token)
  const launched = token === getDeployment().mainToken ? { ...read, ...nullReader } : read
  const [supply, price, floorUsd, floorQuote, rates, frozen, bonded, target, needed, vetted] =
    await Promise.all([
      read.amount("totalSupply"),
      read.amount("getUSDPrice"),
      launched.amount("calculateFloor"),
      launched.amount("calculateTokenFloor"),
      readTaxes(token),
      launched.flag("frozen"),
      read.flag("hasBonded"),
      launched.amount("getBondingTarget"),
      launched.amount("usdcForBondingNeeded"),
      read.flag("projectedVetted"),
    ])
  return {
    totalSupply: supply,
    priceUsd: price,
    floorUsd,
    floorQuote,
    ...rates,
    frozen,
    hasBonded: bonded,
    bondingTarget: target,
    bondingNeeded: needed,
    vetted,
  }
}

/** Whether the operator has reviewed the project; null if the node does not answer in time. */
export function readVetted(token: string): Promise<boolean | null> {
  return createReader(token).flag("projectedVetted")
}

type AmountView =
  | "totalSupply"
  | "getUSDPrice"
  | "calculateFloor"
  | "calculateTokenFloor"
  | "getBondingTarget"
  | "usdcForBondingNeeded"

type FlagView = "frozen" | "hasBonded" | "projectedVetted"

/** Launched tokens have all of these views; TIDE has most of them. */
function createReader(token: string) {
  const client = getQuickClient()
  const contract = { address: toAddress(token), abi: factoryTokenAbi }
  return {
    amount: async (functionName: AmountView): Promise<bigint | null> =>
      client?.readContract({ ...contract, functionName }).catch(() => null) ?? null,
    flag: async (functionName: FlagView): Promise<boolean | null> =>
      client?.readContract({ ...contract, functionName }).catch(() => null) ?? null,
  }
}

const nullReader = { amount: async () => null, flag: async () => null }

async function readTaxes(token: string) {
  const contract = { address: toAddress(getDeployment().taxes), abi: taxesAbi }
  const client = getQuickClient()
  const [taxRate = null, surgeRate = null] = await Promise.all([
    client
      ?.readContract({
        ...contract,
        functionName: "getTaxRate",
        args: [toAddress(token), ANY_WALLET],
      })
      .catch(() => null),
    client
      ?.readContract({ ...contract, functionName: "getCurrentSurgeTax", args: [toAddress(token)] })
      .catch(() => null),
  ])
  return { taxRate, surgeRate }
}

/** The type viem asks for; rows hold addresses in lower case. */
const toAddress = (address: string): Address => getAddress(address)

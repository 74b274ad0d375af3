import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  zeroAddress,
} from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import type { Asset } from "@/lib/updown/assets"
import type { AgentCall } from "./agents/parse"
import { gasOfLendingCall, type LendingCall } from "./lending/parse"
import {
  type AddressDirectory,
  encodeMarketCall,
  gasOfMarketCall,
  isMarketCall,
  type MarketCall,
} from "./markets/calls"
import type { RoundCall } from "./updown/parse"

/** Who may be allowed to move a wallet's tokens. */
export type Spender =
  | ("swap" | "marketTrading" | "privateMarket" | "resolver")
  | ("mainToken" | "loanHub" | "staking" | "vesting")
  | RoundSpender

type RoundSpender = `upDown.${Asset}`

export const toRoundSpender = (asset: Asset): RoundSpender => `upDown.${asset}`

/** What a token is created with. */
export type LaunchTerms = {
  symbol: string
  name: string
  multiplier: number
  /** Whole USD. */
  startLP: number
  /** Length of the reward phase, whole USDB. */
  bonding: number
  frozen: boolean
  /** How its purchases vest, if they do. */
  vested?: { seconds: number; shape: "gradual" | "cliff" }
}

/** What a transaction does. Wallets are indices under the mnemonic, tokens are what the directory knows. */
export type Call = ExchangeCall | MarketCall | LendingCall | RoundCall | AgentCall

type ExchangeCall =
  | { kind: "mint"; to: number; amount: bigint }
  | { kind: "faucet"; referrer: number | null }
  | { kind: "setReferrer"; referrer: number }
  | { kind: "approve"; symbol: string; spender: Spender }
  | { kind: "buy" | "sell"; symbol: string; amount: bigint; minOut: bigint }
  | { kind: "launch"; launch: LaunchTerms }
  | { kind: "whitelist"; symbol: string; wallets: readonly number[]; limit: number; tag: string }
  | { kind: "surge"; symbol: string; startRate: number; endRate: number; hours: number }
  | { kind: "endSurge"; symbol: string }
  | { kind: "claimRewards"; symbol: string }
  | { kind: "vet"; symbol: string }
  | { kind: "transfer"; symbol: string; amount: bigint; to: number }
  | { kind: "devShare"; symbol: string; wallet: number; basisPoints: number }

/** Gas limits: twice what the calls use, since a limit counts against the block before it is spent. */
const GAS: Record<ExchangeCall["kind"], bigint> = {
  mint: 120_000n,
  faucet: 250_000n,
  setReferrer: 150_000n,
  approve: 100_000n,
  buy: 700_000n,
  sell: 700_000n,
  launch: 6_000_000n,
  whitelist: 1_500_000n,
  surge: 400_000n,
  endSurge: 150_000n,
  claimRewards: 250_000n,
  devShare: 300_000n,
  vet: 120_000n,
  transfer: 150_000n,
}

/** The transaction of a call. */
export function encode(call: Call, at: AddressDirectory): { to: Address; data: Hex; gas: bigint } {
  if ("write" in call) {
    return { ...call.write(at), gas: "gas" in call ? call.gas : gasOfLendingCall(call) }
  }
  if (isMarketCall(call)) return { ...encodeMarketCall(call, at), gas: gasOfMarketCall(call) }
  return { ...targetOf(call, at), gas: GAS[call.kind] }
}

function targetOf(call: ExchangeCall, at: AddressDirectory): { to: Address; data: Hex } {
  switch (call.kind) {
    case "mint":
    case "faucet":
    case "setReferrer":
      return { to: at.token("USDB"), data: encodeTransferCall(call, at) }
    case "approve": {
      const args = [spenderAddress(at.book, call.spender), maxUint256] as const
      const data = encodeFunctionData({ abi: usdbAbi, functionName: "approve", args })
      return { to: at.token(call.symbol), data }
    }
    case "transfer": {
      const args = [at.wallet(call.to), call.amount] as const
      const data = encodeFunctionData({ abi: usdbAbi, functionName: "transfer", args })
      return { to: at.token(call.symbol), data }
    }
    case "buy":
    case "sell":
      return { to: getAddress(at.book.swap), data: encodeTradeCall(call, at) }
    case "launch":
      return { to: getAddress(at.book.factory), data: encodeLaunch(call.launch) }
    case "surge":
    case "endSurge":
    case "devShare":
      return { to: getAddress(at.book.taxes), data: encodeTaxCall(call, at) }
    default:
      return { to: at.token(call.symbol), data: encodeManagementCall(call, at) }
  }
}

/** Where a spender is. */
export function spenderAddress(book: AddressBook, spender: Spender): Address {
  const { btc, eth, bnb, cake, doge } = book.upDown
  const rounds = {
    "upDown.btc": btc,
    "upDown.eth": eth,
    "upDown.bnb": bnb,
    "upDown.cake": cake,
    "upDown.doge": doge,
  }
  return getAddress({ ...book, ...rounds }[spender])
}

type TransferCall = Extract<Call, { kind: "mint" | "faucet" | "setReferrer" }>
type TradeCall = Extract<Call, { kind: "buy" | "sell" }>
type TaxCall = Extract<Call, { kind: "surge" } | { kind: "endSurge" } | { kind: "devShare" }>
type ManagementCall = Extract<
  Call,
  { kind: "whitelist" } | { kind: "claimRewards" } | { kind: "vet" }
>

function encodeTransferCall(call: TransferCall, at: AddressDirectory) {
  if (call.kind === "mint") {
    const args = [at.wallet(call.to), call.amount] as const
    return encodeFunctionData({ abi: usdbAbi, functionName: "mint", args })
  }
  const referrer = call.referrer === null ? zeroAddress : at.wallet(call.referrer)
  return encodeFunctionData({ abi: usdbAbi, functionName: call.kind, args: [referrer] })
}

function encodeTradeCall({ kind, symbol, amount, minOut }: TradeCall, at: AddressDirectory) {
  const route = ["USDB", "TIDE", ...(symbol === "TIDE" ? [] : [symbol])].map(at.token)
  const path = kind === "buy" ? route : route.reverse()
  const functionName = kind === "buy" ? "buyTokens" : "sellTokens"
  return encodeFunctionData({ abi: swapAbi, functionName, args: [amount, minOut, path, false] })
}

function encodeLaunch(launch: LaunchTerms) {
  return encodeFunctionData({
    abi: tokenFactoryAbi,
    functionName: "createToken",
    args: [
      launch.symbol,
      launch.name,
      BigInt(launch.multiplier),
      launch.frozen,
      BigInt(launch.bonding),
      BigInt(launch.startLP),
      launch.vested !== undefined,
      BigInt(launch.vested?.seconds ?? 0),
      launch.vested?.shape === "gradual",
    ],
  })
}

function encodeTaxCall(call: TaxCall, at: AddressDirectory) {
  const token = at.token(call.symbol)
  if (call.kind === "endSurge") {
    return encodeFunctionData({ abi: taxesAbi, functionName: "endSurgeTax", args: [token] })
  }
  if (call.kind === "devShare") {
    const args = [token, at.wallet(call.wallet), BigInt(call.basisPoints)] as const
    return encodeFunctionData({ abi: taxesAbi, functionName: "addDevShare", args })
  }
  const { startRate, endRate, hours } = call
  const numbers = [BigInt(startRate), BigInt(endRate), BigInt(hours * 3600)] as const
  const args = [...numbers, token] as const
  return encodeFunctionData({ abi: taxesAbi, functionName: "startSurgeTax", args })
}

function encodeManagementCall(call: ManagementCall, at: AddressDirectory) {
  const abi = factoryTokenAbi
  if (call.kind === "claimRewards") {
    return encodeFunctionData({ abi, functionName: "claimRewards" })
  }
  if (call.kind === "vet") {
    return encodeFunctionData({ abi, functionName: "SetProjectVetted", args: [true] })
  }
  const args = [call.wallets.map(at.wallet), BigInt(call.limit) * WAD, call.tag] as const
  return encodeFunctionData({ abi, functionName: "SetWhitelistedWallet", args })
}

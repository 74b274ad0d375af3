import { readFileSync } from "node:fs"
import path from "node:path"
import {
  type Abi,
  type Address,
  encodeFunctionData,
  getAddress,
  maxUint256,
  pad,
  parseUnits,
  zeroAddress,
} from "viem"
import { z } from "zod"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { timeframes } from "@/lib/updown/timeframes"
import { FEEDER, KEEPER, OPERATOR } from "../accounts"
import { ACTORS } from "./actors"

const ABIS = new Map<string, Abi>([
  ["USDB", usdbAbi],
  ["swap", swapAbi],
  ["factory", tokenFactoryAbi],
  ["taxes", taxesAbi],
  ["mainToken", mainTokenAbi],
  ["marketTrading", marketTradingAbi],
  ["privateMarket", privateMarketTradingAbi],
  ["resolver", marketResolverAbi],
  ["loanHub", loanHubAbi],
  ["staking", stakingVaultAbi],
  ["vesting", vestingAbi],
  ["identityRegistry", identityRegistryAbi],
  ["reputationRegistry", reputationRegistryAbi],
  ["upDown", upDownAbi],
  ["priceFeeds", priceFeedAbi],
])

/** Accounts that act for the venue. */
const SERVICES = new Map([
  ["operator", OPERATOR],
  ["feeder", FEEDER],
  ["keeper", KEEPER],
])

const NUMBERS = new Map<string, bigint>([
  ["max", maxUint256],
  ["EARLY", 253n],
  ["INVALID", 254n],
  ...timeframes.map(({ code, label }) => [label, BigInt(code)] as const),
])

const SECONDS = { day: 86_400, hour: 3_600, minute: 60 }
/** A time with this suffix means the last full five minutes before it. */
const FULL_FIVE_MINUTES = "/5m"
const FIVE_MINUTES = 300

/** Words and strings are both texts: the parameter's type decides the meaning. */
const argument = z.json()
type Argument = z.output<typeof argument>

/**
 * One transaction of the history. `at` is the Unix time of its block, `from` the index of its wallet, `contract` a name
 * of the address book or a token's symbol.
 */
export type Action = {
  at: number
  from: number
  contract: string
  functionName: string
  args: readonly Argument[]
  /** Unix time at which the history ends. */
  end: number
  line: string
}

/** Addresses of the names in a line. */
export type AddressDirectory = {
  book: AddressBook
  wallet: (index: number) => Address
  /** The address of USDB, TIDE, or a token or market that exists by now. */
  token: (symbol: string) => Address | undefined
}

/** Reads a recorded history that ends at a Unix time. */
export function readScenario(name: "month" | "two-days", end: number): Action[] {
  const file = path.join(import.meta.dirname, `${name}.scenario`)
  return parseScenario(readFileSync(file, "utf8"), end)
}

/**
 * Reads one transaction from each line that is neither empty nor a comment: time, sender, and the call as in Solidity.
 * `12e18` means twelve whole tokens, `-2d03:04:05` a time before the end; names are replaced by addresses, and an
 * object by the data URI of its JSON.
 */
export function parseScenario(text: string, end: number): Action[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => parseLine(line, end))
}

function parseLine(line: string, end: number): Action {
  const match = /^(\S+) (\S+) ([\w.]+)\.(\w+)\((.*)\)$/.exec(line)
  const [time = "", sender = "", contract = "", functionName = "", list = ""] =
    match?.slice(1) ?? fail("this is no call", line)
  const at = timeOf(time, end) ?? fail(`${time} is no time`, line)
  const from = indexOf(sender) ?? fail(`nobody is called ${sender}`, line)
  const action = { at, from, contract, functionName, args: parseArguments(list), end, line }
  functionOf(action)
  return action
}

/** Makes JSON of the arguments by quoting the words among them. */
function parseArguments(list: string): Argument[] {
  const quoted = list.replace(/"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"][^\s,[\]{}"]*/g, (word) => {
    return /^("|true$|false$)/.test(word) ? word : JSON.stringify(word)
  })
  return z.array(argument).parse(JSON.parse(`[${quoted}]`))
}

function functionOf({ contract, functionName, args, line }: Action) {
  const abi = ABIS.get(contract.split(".")[0] ?? "") ?? factoryTokenAbi
  const item = abi.find((each) => {
    return (
      each.type === "function" && each.name === functionName && each.inputs.length === args.length
    )
  })
  if (item?.type === "function") return item
  return fail(`${contract} has no ${functionName} of ${args.length} arguments`, line)
}

/** Symbol of the token or market that a line creates. */
export function createdSymbol({ functionName, args }: Action): string | undefined {
  const symbol = { createToken: args[0], createMarket: args[1] }[functionName]
  return typeof symbol === "string" ? symbol : undefined
}

/** The transaction of a line. */
export function encode(action: Action, at: AddressDirectory) {
  const { contract, functionName, args, line } = action
  const item = functionOf(action)
  const values = item.inputs.map(({ type }, i) => encodable(type, args[i], action, at))
  return {
    to: addressOf(contract, at) ?? fail(`nothing is called ${contract}`, line),
    data: encodeFunctionData({ abi: [item], args: values }),
    gas: GAS_OF_FUNCTIONS[functionName] ?? GAS_OF_CONTRACTS[contract] ?? GAS,
  }
}

/** Gas limits of about twice the calls' use, because a limit counts against the block before it is spent. */
const GAS = 700_000n
const GAS_OF_CONTRACTS: Record<string, bigint> = {
  loanHub: 3_000_000n,
  mainToken: 3_000_000n,
  staking: 3_000_000n,
  vesting: 3_000_000n,
  identityRegistry: 2_500_000n,
}
const GAS_OF_FUNCTIONS: Record<string, bigint> = {
  createMarket: 8_000_000n,
  createToken: 6_000_000n,
  SetWhitelistedWallet: 1_500_000n,
  partialLoanSell: 3_000_000n,
  // Up to 300 purchases and loans.
  leverageBuy: 9_000_000n,
  buy: 1_300_000n,
  buyOrdersAndContract: 1_800_000n,
  finalizeUncontested: 900_000n,
  finalizeMarket: 1_500_000n,
  finalize: 1_500_000n,
  resolveByBasis: 1_500_000n,
  startPrediction: 2_000_000n,
  settleCurrentRound: 1_000_000n,
  cancelCurrentRoundAndStartNext: 1_000_000n,
  claimMany: 800_000n,
}

function encodable(
  type: string,
  value: Argument | undefined,
  action: Action,
  at: AddressDirectory,
): unknown {
  const { end, line } = action
  if (Array.isArray(value)) {
    return value.map((each) => encodable(type.replace(/\[\]$/, ""), each, action, at))
  }
  if (type === "string" && typeof value === "object") return dataUri(value)
  if (typeof value !== "string") return value
  if (type === "string") return value
  if (type === "bytes32") return pad("0x", { size: 32 })
  if (type === "address") return addressOf(value, at) ?? fail(`nothing is called ${value}`, line)
  const number = numberOf(value, end) ?? fail(`${value} is no number`, line)
  // viem takes small integers as numbers, others as bigints.
  return Number(/\d+$/.exec(type)?.[0]) <= 48 ? Number(number) : number
}

function dataUri(value: Argument) {
  const file = Buffer.from(JSON.stringify(value)).toString("base64")
  return `data:application/json;base64,${file}`
}

function numberOf(word: string, end: number): bigint | undefined {
  const time = timeOf(word, end)
  if (time !== undefined) return BigInt(time)
  const [, amount, decimals] = /^(\d+(?:\.\d+)?)e(\d+)$/.exec(word) ?? []
  if (amount) return parseUnits(amount, Number(decimals))
  return /^\d+$/.test(word) ? BigInt(word) : NUMBERS.get(word)
}

/** "-2d03:04:05" is two days, three hours, four minutes and five seconds before the end. */
function timeOf(word: string, end: number): number | undefined {
  const match = /^([+-])(\d+)d(\d\d):(\d\d):(\d\d)(\/5m)?$/.exec(word)
  if (!match) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2, 6).map(Number)
  const offset = days * SECONDS.day + hours * SECONDS.hour + minutes * SECONDS.minute + seconds
  const time = end + (match[1] === "-" ? -offset : offset)
  return word.endsWith(FULL_FIVE_MINUTES) ? time - (time % FIVE_MINUTES) : time
}

/** The wallet of a name. */
function indexOf(name: string): number | undefined {
  const actor = ACTORS.find((each) => each.name === name.replace("-", " "))
  return SERVICES.get(name) ?? actor?.index
}

function addressOf(name: string, { book, wallet, token }: AddressDirectory): Address | undefined {
  if (name === "none") return zeroAddress
  const index = indexOf(name)
  if (index !== undefined) return wallet(index)
  const contracts: Record<string, unknown> = { ...book }
  for (const group of ["upDown", "priceFeeds"] as const) {
    for (const [asset, address] of Object.entries(book[group])) {
      contracts[`${group}.${asset}`] = address
    }
  }
  const contract = contracts[name]
  return typeof contract === "string" ? getAddress(contract) : token(name)
}

function fail(why: string, line: string): never {
  throw new Error(`${why}: ${line}`)
}

import { createHash } from "node:crypto"
import {
  type Abi,
  type AbiFunction,
  type Address,
  encodeFunctionData,
  pad,
  toEventSelector,
  toFunctionSelector,
} from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import factoryToken from "@/lib/chain/generated/FactoryToken.bytecode.json" with { type: "json" }
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import mainToken from "@/lib/chain/generated/MainToken.bytecode.json" with { type: "json" }
import { marketReaderAbi } from "@/lib/chain/generated/MarketReader"
import marketReader from "@/lib/chain/generated/MarketReader.bytecode.json" with { type: "json" }
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import marketResolver from "@/lib/chain/generated/MarketResolver.bytecode.json" with {
  type: "json",
}
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import marketTrading from "@/lib/chain/generated/MarketTrading.bytecode.json" with { type: "json" }
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import privateMarketTrading from "@/lib/chain/generated/PrivateMarketTrading.bytecode.json" with {
  type: "json",
}
import { swapAbi } from "@/lib/chain/generated/Swap"
import swap from "@/lib/chain/generated/Swap.bytecode.json" with { type: "json" }
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import taxes from "@/lib/chain/generated/Taxes.bytecode.json" with { type: "json" }
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import tokenFactory from "@/lib/chain/generated/TokenFactory.bytecode.json" with { type: "json" }
import { usdbAbi } from "@/lib/chain/generated/USDB"
import usdb from "@/lib/chain/generated/USDB.bytecode.json" with { type: "json" }
import { UserError } from "./report.mjs"
import { type Call, rpc, rpcAll } from "./rpc"

type Contract = {
  name: string
  abi: Abi
  compiled: {
    bytecode: string
    /** The part of the creation code that stays on the chain, and where its immutables are in that. */
    runtime: { start: number; length: number; immutables: Partial<Record<string, number[]>> }
  }
}
type Deployed = Contract & { address: Address }

const contracts = [
  { key: "usdb", name: "USDB", abi: usdbAbi, compiled: usdb },
  { key: "mainToken", name: "MainToken", abi: mainTokenAbi, compiled: mainToken },
  { key: "factory", name: "TokenFactory", abi: tokenFactoryAbi, compiled: tokenFactory },
  { key: "taxes", name: "Taxes", abi: taxesAbi, compiled: taxes },
  { key: "swap", name: "Swap", abi: swapAbi, compiled: swap },
  { key: "marketTrading", name: "MarketTrading", abi: marketTradingAbi, compiled: marketTrading },
  {
    key: "privateMarket",
    name: "PrivateMarketTrading",
    abi: privateMarketTradingAbi,
    compiled: privateMarketTrading,
  },
  { key: "resolver", name: "MarketResolver", abi: marketResolverAbi, compiled: marketResolver },
  { key: "reader", name: "MarketReader", abi: marketReaderAbi, compiled: marketReader },
] as const satisfies readonly (Contract & { key: keyof AddressBook })[]

const token: Contract = { name: "FactoryToken", abi: factoryTokenAbi, compiled: factoryToken }

/** Immutables that no view answers: where a contract finds the others. */
const immutablesOf = (book: AddressBook): Partial<Record<string, string>> => ({
  MAIN: book.mainToken,
  USDB: book.usdb,
  FACTORY: book.factory,
  TAXES: book.taxes,
  SWAP: book.swap,
  TRADING: book.marketTrading,
})

/** Views that have to answer the same afterwards, besides those of the immutables. */
const STATE_VIEWS = [
  ...["name", "symbol", "decimals", "totalSupply", "owner", "CEO", "DEV", "SWAP"],
  ...["token0", "token1", "reserve0", "reserve1", "getReserves", "getLiquidity", "lastTrade"],
  ...["getTokenPrice", "getUSDPrice", "hasBonded", "frozen", "projectedVetted", "totalShares"],
  ...["totalWhitelisted", "faucetOperator", "creationCount", "feeAmount", "vesting", "treasury"],
  ...["vault", "marketRegistry", "insurance", "minSeed", "resolver"],
]

const LIQUIDITY_ADDED = toEventSelector("LiquidityAdded(uint256,uint256,uint256)")

/** Names the code that this version's contracts have; the same as long as they are not changed. */
export function codeVersion(): string {
  const all = [...contracts, token].map(({ name, compiled }) => [name, compiled])
  return createHash("sha256").update(JSON.stringify(all)).digest("hex")
}

/**
 * Gives the contracts on a chain the code of this version, at their addresses and with the immutables they were
 * deployed with; what they store stays. To be called on a node that nobody else uses and that is given up when
 * this fails. Answers how many have new code.
 */
export async function upgradeContracts(url: string, book: AddressBook) {
  const deployed = [...contractsOf(book), ...(await tokensOf(url, book))]
  const codes = await codesFor(url, deployed, immutablesOf(book))
  const current = await rpcAll(
    url,
    deployed.map(({ address }): Call => ["eth_getCode", [address, "latest"]]),
  )
  const changed = deployed.filter((_, i) => current[i] !== codes[i])
  if (changed.length === 0) return { contracts: 0, tokens: 0 }

  const before = await stateOf(url, deployed)
  for (const [i, { address }] of deployed.entries()) {
    if (current[i] !== codes[i]) await rpc(url, "anvil_setCode", [address, codes[i]])
  }
  const after = await stateOf(url, deployed)
  for (const [what, answer] of before) {
    if (answer !== undefined && after.get(what) !== answer) {
      throw upgradeError(`${what} answers ${after.get(what) ?? "nothing"} instead of ${answer}`)
    }
  }
  const tokens = changed.filter(({ name }) => name === token.name).length
  return { contracts: changed.length - tokens, tokens }
}

const contractsOf = (book: AddressBook): Deployed[] =>
  contracts.map(({ key, ...contract }) => ({ ...contract, address: toAddress(book[key]) }))

const logs = z.array(z.object({ address: z.string() }))

/** Every token the factory made: each reports its liquidity when it is created. */
async function tokensOf(url: string, book: AddressBook): Promise<Deployed[]> {
  const filter = { fromBlock: "0x0", toBlock: "latest", topics: [LIQUIDITY_ADDED] }
  const found = logs.parse(await rpc(url, "eth_getLogs", [filter]))
  const addresses = [...new Set(found.map(({ address }) => address))]
  const factory = toAddress(book.factory)
  const isOurs = (address: string) =>
    encodeFunctionData({
      abi: tokenFactoryAbi,
      functionName: "isEcosystemToken",
      args: [toAddress(address)],
    })
  const [count, ...answers] = await rpcAll(url, [
    callOf(factory, selectorOf("creationCount")),
    ...addresses.map((address) => callOf(factory, isOurs(address))),
  ])
  const tokens = addresses
    .filter((_, i) => BigInt(word.parse(answers[i])) === 1n)
    .map((address) => ({ ...token, address: toAddress(address) }))
  if (BigInt(word.parse(count)) === BigInt(tokens.length)) return tokens
  throw upgradeError(`of ${BigInt(word.parse(count))} tokens ${tokens.length} were found`)
}

const word = z.string().regex(/^0x[0-9a-f]{64}$/)

/** The code of each contract as its constructor would have left it with the immutables it has now. */
async function codesFor(
  url: string,
  deployed: readonly Deployed[],
  wiring: ReturnType<typeof immutablesOf>,
) {
  const wanted = deployed.flatMap((contract) =>
    Object.keys(contract.compiled.runtime.immutables)
      .filter((name) => !wiring[name])
      .map((name) => ({ contract, name })),
  )
  const answers = await rpcAll(
    url,
    wanted.map(({ contract, name }) => callOf(contract.address, selectorOf(name))),
  )
  const values = new Map(
    wanted.map(({ contract, name }, i) => {
      const value = word.safeParse(answers[i])
      if (value.success) return [`${contract.address} ${name}`, value.data]
      throw upgradeError(`${contract.name} at ${contract.address} has no ${name}`)
    }),
  )
  return deployed.map(({ address, compiled }) =>
    codeWith(compiled, (name) => {
      const wired = wiring[name]
      return wired ? pad(toAddress(wired)) : (values.get(`${address} ${name}`) ?? "")
    }),
  )
}

function codeWith({ bytecode, runtime }: Contract["compiled"], find: (name: string) => string) {
  const start = 2 + runtime.start * 2
  let code = bytecode.slice(start, start + runtime.length * 2)
  for (const [name, places = []] of Object.entries(runtime.immutables)) {
    const value = find(name).slice(2)
    for (const place of places) {
      code = `${code.slice(0, place * 2)}${value}${code.slice(place * 2 + 64)}`
    }
  }
  return `0x${code}`
}

/** What the contracts' views answer; undefined where there is no such view. */
async function stateOf(url: string, deployed: readonly Deployed[]) {
  const asked = deployed.flatMap(({ name, abi, address, compiled }) => {
    const kept = new Set([...STATE_VIEWS, ...Object.keys(compiled.runtime.immutables)])
    return abi
      .filter((item): item is AbiFunction => item.type === "function" && item.inputs.length === 0)
      .filter((item) => kept.has(item.name))
      .map((item) => ({ address, view: item.name, what: `${item.name} of ${name} at ${address}` }))
  })
  const answers = await rpcAll(
    url,
    asked.map(({ address, view }) => callOf(address, selectorOf(view))),
  )
  return new Map(asked.map(({ what }, i) => [what, answers[i]]))
}

const selectorOf = (view: string) => toFunctionSelector(`${view}()`)

const callOf = (to: Address, data: string): Call => ["eth_call", [{ to, data }, "latest"]]

function upgradeError(why: string) {
  return new UserError(
    `The contracts of the local chain cannot have the code of this version: ${why}. Nothing was changed.`,
    "The version before goes on with this chain; npm run reset makes a new one.",
  )
}

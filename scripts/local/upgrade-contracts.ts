import {
  type AbiFunction,
  type Address,
  encodeFunctionData,
  type LocalAccount,
  pad,
  toEventSelector,
  toFunctionSelector,
} from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { codeWith, contractsIn, type Deployed, token, tokenDeployer } from "./contract-code"
import { createContractSender } from "./contract-sender"
import { deployIdentity } from "./deploy-identity"
import { deployLending } from "./deploy-lending"
import { deployUpDown, startRounds } from "./deploy-updown"
import { UserError } from "./report.mjs"
import { type Call, rpc, rpcAll } from "./rpc"

/** Immutables that no view answers: where a contract finds the others. */
const immutablesOf = (book: AddressBook): Partial<Record<string, string>> => ({
  MAIN: book.mainToken,
  USDB: book.usdb,
  FACTORY: book.factory,
  TAXES: book.taxes,
  SWAP: book.swap,
  TRADING: book.marketTrading,
  IDENTITY: book.identityRegistry,
})

/** Views that have to answer the same afterwards, besides those of the immutables. */
const STATE_VIEWS = [
  ...["name", "symbol", "decimals", "totalSupply", "owner", "CEO", "DEV", "SWAP"],
  ...["token0", "token1", "reserve0", "reserve1", "getReserves", "getLiquidity", "lastTrade"],
  ...["getTokenPrice", "getUSDPrice", "hasBonded", "frozen", "projectedVetted", "totalShares"],
  ...["totalWhitelisted", "faucetOperator", "creationCount", "feeAmount", "vesting", "treasury"],
  ...["vault", "marketRegistry", "insurance", "minSeed", "resolver"],
  ...["priceFeed", "minBet", "paused", "halted", "description", "latestRoundData"],
  ...["getIdentityRegistry", "getVersion"],
  ...["lent", "loanHub", "tokenDeployer", "vestingCount", "totalStasisPledged", "LOAN"],
]

const LIQUIDITY_ADDED = toEventSelector("LiquidityAdded(uint256,uint256,uint256)")

/** What an upgrade did, and where the contracts are afterwards. */
export type Upgrade = {
  contracts: number
  tokens: number
  deployed: number
  /** Assets whose first rounds were opened. */
  started: number
  book: AddressBook
}

/** Who operates the contracts, and who posts prices. */
type Accounts = { operator: LocalAccount; feeder: LocalAccount }

/**
 * Gives the contracts on a chain the code of this version, at their addresses and with the immutables they were
 * deployed with; what they store stays. Then deploys and wires the contracts that the chain does not have yet. To be
 * called on a node that nobody else uses, that mines each transaction, and that is given up when this fails.
 */
export async function upgradeContracts(
  url: string,
  book: AddressBook,
  accounts: Accounts,
): Promise<Upgrade> {
  const replaced = await replaceCode(url, book)
  const added = await deployMissing(url, book, accounts).catch((error: unknown) => {
    throw upgradeError(
      `the missing ones could not be deployed (${error instanceof Error ? error.message : error})`,
    )
  })
  return { ...replaced, ...added }
}

async function deployMissing(url: string, book: AddressBook, { operator, feeder }: Accounts) {
  const sender = (account: LocalAccount) =>
    createContractSender({ rpcUrl: url, chainId: book.chainId, account })
  const senders = { operator: sender(operator), feeder: sender(feeder) }
  const lending = await deployLending(senders.operator, book, operator.address)
  const identity = await deployIdentity(url, book, { isLocal: true })
  const rounds = await deployUpDown(senders, book, true)
  const complete = { ...book, ...lending, ...identity, ...rounds }
  const started = await startRounds(senders, complete, true)
  const known = new Set(contractsIn(book).map(({ address }) => address))
  const deployed = contractsIn(complete).filter(({ address }) => !known.has(address)).length
  return { deployed, started, book: complete }
}

async function replaceCode(url: string, book: AddressBook) {
  const deployed = [...(await contractsOf(url, book)), ...(await tokensOf(url, book))]
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

/** Those in the address book, and the one that deploys tokens. */
async function contractsOf(url: string, book: AddressBook): Promise<Deployed[]> {
  const listed = contractsIn(book)
  const [answer] = await rpcAll(url, [callOf(toAddress(book.factory), selectorOf("tokenDeployer"))])
  // A factory of an older version does not know it.
  const found = word.safeParse(answer)
  if (!found.success || BigInt(found.data) === 0n) return listed
  return [...listed, { ...tokenDeployer, address: toAddress(`0x${found.data.slice(26)}`) }]
}

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

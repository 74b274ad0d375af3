import {
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseTransaction,
  type TransactionSerialized,
} from "viem"
import {
  isRecord,
  NetworkError,
  TransactionRefusedError,
  UnexpectedTransactionError,
} from "../client/errors"
import type { Action, AddressBook, Build, SentTransaction } from "../client/types"
import { isSameAddress } from "./expected-call"
import { findRule, meets, readAmount, toAsset, withDefaults } from "./expected-calls"
import type { Fields, GivenRule } from "./rules/rule"
import { DEFAULT_SLIPPAGE_BP } from "./verify-build"

/** An own node's observation of a build, independent of the service. */
export type Observation = {
  /** USDB that leaves the wallet. */
  taken: bigint
  /** Worth in USDB of the assets given away; null where the action gives only USDB. */
  worthGiven: bigint | null
}

/** A node of the caller's own, by JSON-RPC. */
export type OwnNode = (method: string, params: readonly unknown[]) => Promise<unknown>

const WAD = 10n ** 18n
const TIMEOUT_MS = 15_000

const abi = parseAbi([
  "function balanceOf(address wallet)",
  "function getUserShares(address market, address wallet, uint8 outcome)",
  "function getUserBet(uint8 tf, uint256 round, address wallet)",
  "function leverageCount(address wallet)",
  "function leverages(address wallet, uint256 id)",
  "function getUSDPrice()",
  "function vestingSchedules(uint256 id)",
  "function getAllOutcomes(address trading, address market)",
])

type View = { to: string; data: Hex; word?: number }

export function createOwnNode(
  url: string,
  fetch: (request: Request) => Promise<Response>,
): OwnNode {
  return async (method, params) => {
    const request = new Request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = await fetch(request)
      .then(
        (response): Promise<{ result?: unknown; error?: { message?: string } }> => response.json(),
      )
      .catch((cause: unknown) => {
        throw nodeError("it cannot be reached", cause)
      })
    if (answer.error) throw nodeError(`${method}: ${answer.error.message ?? "refused"}`)
    return answer.result
  }
}

type Question = { action: Action; build: Build; wallet: string; book: AddressBook }

/**
 * Simulates the verified transactions on an own node, and checks the service's claims against it: the chain, the
 * nonces, and the least amount, which must follow from the amount that the action gives on the node now.
 */
export async function observeBuild(node: OwnNode, question: Question): Promise<Observation> {
  const { action, build, wallet, book } = question
  const { transactions, quote } = build
  const nonceAt = async (block: string) =>
    Number(await node("eth_getTransactionCount", [wallet, block]))
  const [chainId, latest, pending] = await Promise.all([
    node("eth_chainId", []),
    nonceAt("latest"),
    nonceAt("pending"),
  ])
  if (Number(chainId) !== book.chainId) throw unexpected(`your own node is of chain ${chainId}`)
  const nonce = transactions[0]?.nonce ?? 0
  if (nonce < latest || nonce > pending) {
    throw unexpected(`its nonce is ${nonce}, and your own node has ${pending} next`)
  }
  const bound = quote.out.filter(
    ({ amount, minAmount }) => amount !== minAmount || hasMinimum(action),
  )
  const groups = await Promise.all(bound.map(({ asset }) => listViews(node, asset, question)))
  const views: View[] = [viewOf(book.usdb, "balanceOf", [wallet]), ...groups.flat()]
  const changes = await simulate(node, views, question)
  let next = 1
  for (const [place, { asset, symbol, minAmount }] of bound.entries()) {
    const count = groups[place]?.length ?? 0
    const gained = changes.slice(next, next + count).reduce((a, b) => (a > b ? a : b), 0n)
    next += count
    const least =
      (gained * BigInt(10_000 - toleranceOf(action.slippageBp ?? DEFAULT_SLIPPAGE_BP))) / 10_000n
    if (BigInt(minAmount) < least) {
      throw unexpected(
        `it accepts ${minAmount} of ${symbol || asset}, and your own node says that it gives ${gained}`,
      )
    }
  }
  const gives = findRule(action)?.gives
  return {
    taken: -(changes[0] ?? 0n) > 0n ? -(changes[0] ?? 0n) : 0n,
    worthGiven: gives ? await observeGiven(node, gives, question) : null,
  }
}

/** Between the service's block and the own node's, the price may move by the slippage once more, at least by 1 %. */
const toleranceOf = (slippageBp: number) => Math.min(10_000, slippageBp + Math.max(slippageBp, 100))

const hasMinimum = (action: Action) => {
  const rule = findRule(action)
  return (
    rule?.calls.some(({ args }) =>
      args.some(
        (term) => typeof term === "object" && ("minimumOf" in term || "atLeastMinimumOf" in term),
      ),
    ) ?? false
  )
}

const viewOf = (to: string, functionName: (typeof abi)[number]["name"], args: unknown[]): View => ({
  to,
  // The arguments are addresses and numbers of a verified build.
  data: encodeFunctionData({ abi, functionName, args } as never),
})

/** Views that show the amount of a quoted asset; the wallet's gain is the highest of their changes. */
async function listViews(
  node: OwnNode,
  asset: string,
  { action, build, wallet, book }: Question,
): Promise<View[]> {
  const parts = asset.split(":")
  const [first = "", second = "", third = ""] = parts
  const target = build.transactions.at(-1)?.to ?? ""
  if (parts.length === 2) return [viewOf(target, "getUserShares", [first, wallet, Number(second)])]
  if (parts.length === 4) {
    return [{ ...viewOf(first, "getUserBet", [Number(second), BigInt(third), wallet]), word: 2 }]
  }
  if (action.action === "leverage.open") {
    const count = await read(node, viewOf(book.mainToken, "leverageCount", [wallet]))
    return [{ ...viewOf(book.mainToken, "leverages", [wallet, wordAt(count, 0) + 1n]), word: 2 }]
  }
  // A vested purchase goes into a schedule.
  return [viewOf(asset, "balanceOf", [wallet]), viewOf(asset, "balanceOf", [book.vesting])]
}

type SimulatedCall = { status: string; returnData: string; error?: { message?: string } }

/** Changes of the views' results by the transactions, in the next block. */
async function simulate(
  node: OwnNode,
  views: readonly View[],
  { build: { transactions }, wallet }: Question,
): Promise<bigint[]> {
  const calls = [
    ...views.map(({ to, data }) => ({ from: wallet, to, data })),
    ...transactions.map(({ to, data, value }) => ({
      ...{ from: wallet, to, data, value: `0x${BigInt(value).toString(16)}` },
    })),
    ...views.map(({ to, data }) => ({ from: wallet, to, data })),
  ]
  const [block] = (await node("eth_simulateV1", [
    { blockStateCalls: [{ calls }], validation: false },
    "latest",
  ])) as [{ calls: SimulatedCall[] }]
  const results = block.calls
  const failed = results
    .slice(views.length, views.length + transactions.length)
    .find(({ status }) => status !== "0x1")
  if (failed) throw unexpected("your own node says that it reverts")
  return views.map(({ word = 0 }, place) => {
    const before = results[place]?.returnData ?? "0x"
    const after = results[views.length + transactions.length + place]?.returnData ?? "0x"
    return wordAt(after, word) - wordAt(before, word)
  })
}

async function observeGiven(
  node: OwnNode,
  gives: GivenRule<Fields>,
  { action, build, book }: Question,
): Promise<bigint | null> {
  const rule = findRule(action)
  const fields = rule ? withDefaults(rule, action) : {}
  if (gives.unless && meets(gives.unless, fields)) return null
  const asset = gives.asset && toAsset(gives.asset, { fields, book })
  const named = gives.amount && readAmount(fields[gives.amount.field])
  if (typeof asset === "string" && asset.includes(":")) {
    const [market = "", outcome = ""] = asset.split(":")
    const trading = build.transactions.at(-1)?.to
    const infos = await read(node, viewOf(book.reader, "getAllOutcomes", [trading, market]))
    return worthOf(named ?? 0n, readSharePrice(infos, Number(outcome)))
  }
  if (typeof asset === "string") return worthOf(named ?? 0n, await readPrice(node, asset, book))
  const schedule = await read(node, viewOf(book.vesting, "vestingSchedules", [fields.vestingId]))
  const token = `0x${wordAt(schedule, 2).toString(16).padStart(40, "0")}`
  const left = wordAt(schedule, 4) - wordAt(schedule, 5)
  return worthOf(named ?? left, await readPrice(node, token, book))
}

const worthOf = (amount: bigint, price: bigint) => (amount * price + WAD - 1n) / WAD

const readPrice = async (node: OwnNode, token: string, { usdb }: AddressBook) =>
  isSameAddress(token, usdb) ? WAD : wordAt(await read(node, viewOf(token, "getUSDPrice", [])), 0)

/** `pricePerShare` of an outcome in what `getAllOutcomes` returns: a list of structs with a text. */
function readSharePrice(infos: string, outcome: number): bigint {
  const start = Number(wordAt(infos, 2 + outcome)) / 32
  return wordAt(infos, 2 + start + 5)
}

const read = async (node: OwnNode, { to, data }: View) =>
  `${await node("eth_call", [{ to, data }, "latest"])}`

/** A word of 32 bytes; 0 behind the end. */
function wordAt(data: string, place: number): bigint {
  const digits = data.slice(2 + 64 * place, 2 + 64 * (place + 1))
  return digits.length === 64 ? BigInt(`0x${digits}`) : 0n
}

/**
 * A node's knowledge of signed transactions, by hash; null where it has none. Throws where another transaction used
 * their nonce, because then they can no longer be mined.
 */
export async function findSent(
  node: OwnNode,
  signed: readonly string[],
  wallet: string | null,
): Promise<SentTransaction[] | null> {
  const transactions = await Promise.all(
    signed.map((each) => findTransaction(node, keccak256(each as Hex))),
  )
  const last = transactions.at(-1)
  if (last) return transactions.filter((each) => each !== null)
  const { nonce } = parseTransaction(signed.at(-1) as TransactionSerialized)
  if (wallet === null || nonce === undefined) return null
  const next = Number(await node("eth_getTransactionCount", [wallet, "latest"]))
  if (next <= nonce) return null
  throw new TransactionRefusedError("It was not sent: another transaction has taken its nonce", {
    code: "TRANSACTION_REFUSED",
    remedy: "Do it again.",
  })
}

async function findTransaction(node: OwnNode, hash: Hex): Promise<SentTransaction | null> {
  const receipt = await node("eth_getTransactionReceipt", [hash])
  if (isRecord(receipt)) {
    const status = receipt.status === "0x1" ? "success" : "reverted"
    return { hash, status, blockNumber: Number(receipt.blockNumber), events: [] }
  }
  const transaction = await node("eth_getTransactionByHash", [hash])
  return transaction === null ? null : { hash, status: "pending", blockNumber: null, events: [] }
}

const nodeError = (why: string, cause?: unknown) =>
  new NetworkError(`Your own node: ${why}`, {
    code: "RPC_UNAVAILABLE",
    remedy:
      "Check the address of the node (`rpcUrl`, ATOLL_RPC_URL); it must know eth_simulateV1. Without one the service's word is taken for prices.",
    cause,
  })

const unexpected = (why: string) =>
  new UnexpectedTransactionError(`Not signed, because the service's figures are wrong: ${why}`, {
    code: "UNEXPECTED_TRANSACTION",
    remedy:
      "Try again: prices may have moved. If it stays so, the service or the node is wrong: sign nothing.",
  })

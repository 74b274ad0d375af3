import { type Address, getAddress, keccak256, toEventSelector, toHex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import type { AddressBook } from "@/lib/chain/deployment"
import { headOf } from "../rpc"
import { type Directory, encode } from "./calls"
import { CAST } from "./cast"
import { LAUNCHES, MOOD, TIDE } from "./launches"
import { MINI } from "./mini"
import { historyNode, type Receipt } from "./node"
import { planHistory, type Scenario, type Span } from "./plan"
import { DAY_SECONDS } from "./rhythm"
import { type Action, OPERATOR } from "./stage"
import { walletsOf } from "./wallets"

/** Told after each block how far the history is. */
export type Progress = (done: number, total: number, label: string) => void

export type SampleOptions = {
  rpcUrl: string
  chainId: number
  book: AddressBook
  mnemonic: string
  /** Seconds at which the history ends; the real clock unless a repeatable history is wanted. */
  now?: number
  progress?: Progress
}

/** What was played. */
export type Played = { transactions: number; trades: number; blocks: number; wallets: number }

const SAMPLE_DAYS = 30
const MINI_DAYS = 2

/** The last trades are a moment old. */
const QUIET_SECONDS = 30
/** Room for the deployment, whose blocks count up from the genesis. */
const DEPLOYMENT_SECONDS = 3600

/** Enough for every fee of the history; local chains hand it out. */
const ETHER = toHex(10_000n * 10n ** 18n)
const LEAST_ETHER = 10n * 10n ** 18n
const MAX_FEE_PER_GAS = 20_000_000_000n

const TOKEN_CREATED = toEventSelector("TokenCreated(address,string,string,address)")

/** The time a chain has to begin at (anvil's --timestamp) for the sample history to fit in. */
export function genesisTime(now = realTime()): number {
  return now - SAMPLE_DAYS * DAY_SECONDS - DEPLOYMENT_SECONDS
}

/**
 * Plays the sample history of the last 30 days into a freshly deployed chain without blocks of that time.
 * Afterwards the chain's clock is the real clock and each transaction is mined at once.
 */
export function playSample(options: SampleOptions): Promise<Played> {
  const end = options.now ?? realTime()
  const start = end - SAMPLE_DAYS * DAY_SECONDS
  // Stories count from midnight, so that launches fall into the day whenever the history is played.
  const dayZero = Math.floor(start / DAY_SECONDS) * DAY_SECONDS
  const scenario = { cast: CAST, tide: TIDE, launches: LAUNCHES, mood: MOOD, makersPerDay: 2 }
  return play(options, scenario, { start, end: end - QUIET_SECONDS, dayZero })
}

/** Plays two days of three tokens in seconds. The chain has to begin before: `genesisTime` will do. */
export function playMiniSample(options: SampleOptions): Promise<Played> {
  const end = options.now ?? realTime()
  const start = end - MINI_DAYS * DAY_SECONDS
  return play(options, MINI, { start, end: end - QUIET_SECONDS, dayZero: start })
}

async function play(options: SampleOptions, scenario: Scenario, span: Span): Promise<Played> {
  const { rpcUrl, progress } = options
  const head = await headOf(rpcUrl)
  if (head.timestamp >= span.start) {
    throw new Error(
      "The chain is younger than the history to play: it must begin before " +
        new Date(span.start * 1000).toISOString(),
    )
  }
  const node = historyNode(rpcUrl)
  const player = await createPlayer(options, [OPERATOR, ...scenario.cast.map(({ index }) => index)])
  const actions = planHistory(scenario, span)
  const blocks = inBlocks(actions)
  await node.holdMining()
  try {
    let done = 0
    for (const block of blocks) {
      await player.playBlock(block)
      done += block.length
      progress?.(done, actions.length, `day ${dayOf(block, span)}`)
    }
    await returnToRealTime(rpcUrl)
  } finally {
    await node.releaseMining()
  }
  return {
    transactions: actions.length,
    trades: actions.filter(({ call }) => call.kind === "buy" || call.kind === "sell").length,
    blocks: blocks.length,
    wallets: new Set(actions.map(({ from }) => from)).size,
  }
}

type Block = readonly [Action, ...Action[]]

/** Consecutive actions of the same time. */
function inBlocks(actions: readonly Action[]): Block[] {
  const blocks: [Action, ...Action[]][] = []
  for (const action of actions) {
    const last = blocks.at(-1)
    if (last?.[0].at === action.at) last.push(action)
    else blocks.push([action])
  }
  return blocks
}

function dayOf([{ at }]: Block, { start }: Span) {
  return Math.floor((at - start) / DAY_SECONDS) + 1
}

/** Signs and sends blocks of actions, keeping nonces and the addresses of launched tokens. */
async function createPlayer(options: SampleOptions, indices: readonly number[]) {
  const { rpcUrl, chainId, book, mnemonic } = options
  const node = historyNode(rpcUrl)
  const wallet = walletsOf(mnemonic)
  const nonces = await prepareWallets(node, indices, wallet)
  const tokens = new Map([
    ["USDB", getAddress(book.usdb)],
    ["TIDE", getAddress(book.mainToken)],
  ])
  const directory: Directory = {
    book,
    wallet: (index) => wallet(index).address,
    token: (symbol) => known(tokens.get(symbol), symbol),
  }

  async function sign({ from, call }: Action, position: number) {
    const nonce = known(nonces.get(from), `nonce of wallet ${from}`)
    nonces.set(from, nonce + 1)
    // The node mines by fee: each transaction offers a little less than the one before it.
    const fee = MAX_FEE_PER_GAS - BigInt(position)
    const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: 1_000_000_000n - BigInt(position) }
    const transaction = { chainId, nonce, ...fees, ...encode(call, directory) }
    return wallet(from).signTransaction({ type: "eip1559", ...transaction })
  }

  return {
    async playBlock(block: Block) {
      const signed = await Promise.all(block.map(sign))
      await node.batch(signed.map((raw) => ["eth_sendRawTransaction", raw]))
      const mined = await node.mine(block[0].at)
      block.forEach((action, i) => {
        const receipt = mined[i]
        if (receipt?.transactionHash !== keccak256(signed[i] ?? "0x") || receipt.status !== "0x1") {
          throw new Error(`Wallet ${action.from} could not ${action.call.kind}`)
        }
        if (action.call.kind === "launch") {
          tokens.set(action.call.launch.symbol, createdToken(receipt, book))
        }
      })
    },
  }
}

async function prepareWallets(
  node: ReturnType<typeof historyNode>,
  indices: readonly number[],
  wallet: (index: number) => PrivateKeyAccount,
) {
  const addresses = indices.map((index) => wallet(index).address)
  const counts = await node.batch(
    addresses.map((address) => ["eth_getTransactionCount", address, "latest"]),
  )
  const balances = await node.batch(addresses.map((at) => ["eth_getBalance", at, "latest"]))
  const poor = addresses.filter((_, i) => quantity(balances[i]) < LEAST_ETHER)
  await node.batch(poor.map((address) => ["anvil_setBalance", address, ETHER]))
  return new Map(indices.map((index, i) => [index, Number(quantity(counts[i]))]))
}

function createdToken({ logs }: Receipt, book: AddressBook): Address {
  const log = logs.find(({ address, topics }) => {
    return address.toLowerCase() === book.factory && topics[0] === TOKEN_CREATED
  })
  return getAddress(`0x${known(log?.topics[1], "address of a new token").slice(-40)}`)
}

/** An empty block of the real time: from it on, the node counts time as everybody else. */
async function returnToRealTime(rpcUrl: string) {
  await historyNode(rpcUrl).mine(realTime())
  const { timestamp } = await headOf(rpcUrl)
  if (Math.abs(timestamp - realTime()) > 2)
    throw new Error("The node's clock is not the real clock")
}

function realTime() {
  return Math.floor(Date.now() / 1000)
}

function quantity(value: unknown) {
  return BigInt(z.string().parse(value))
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Missing: ${what}`)
  return value
}

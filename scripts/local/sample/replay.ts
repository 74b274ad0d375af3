import type { AddressBook } from "@/lib/chain/deployment"
import { OPERATOR } from "../accounts"
import { headOf } from "../rpc"
import { ACTORS } from "./actors"
import { historyNode } from "./history-node"
import { type Action, readScenario } from "./scenario"
import { type Block, createSender } from "./sender"

export type SampleOptions = {
  rpcUrl: string
  chainId: number
  book: AddressBook
  /** Wallet 0 is the contracts' operator; the sample's wallets start at 2. */
  mnemonic: string
  /** Second at which the history ends; the real clock unless it has to be repeatable. */
  now?: number
  /** Called after each block with the number of completed transactions. */
  progress?: (done: number, total: number, label: string) => void
  /** Reads the new blocks; awaited before the node drops the state of unread ones. */
  read?: () => Promise<void>
}

/** Blocks between two calls of `read`. */
const READ_BLOCKS = 200

/** What was played. */
export type ReplaySummary = {
  transactions: number
  /** On the exchange; shares paid with a token are traded there first. */
  trades: number
  markets: number
  /** Purchases of shares from the markets' pools. */
  purchases: number
  /** On prices. */
  bets: number
  blocks: number
  wallets: number
}

const DAY_SECONDS = 86_400
const SAMPLE_DAYS = 30
const MINI_DAYS = 2

/** The last trades are a moment old. */
const LAST_TRADE_AGE_SECONDS = 30
/** Attempts to set the node's clock on a busy machine. */
const MAX_ATTEMPTS = 30
/** Room for the deployment, whose blocks count up from the genesis. */
const DEPLOYMENT_SECONDS = 3600

/** The time a chain has to begin at (anvil's --timestamp), or before, for the sample history to fit in. */
export function genesisTime(now = unixNow()): number {
  return now - SAMPLE_DAYS * DAY_SECONDS - DEPLOYMENT_SECONDS
}

/** The transactions of the sample history that ends at a time. */
export function readSample(now: number): Action[] {
  return readScenario("month", now - LAST_TRADE_AGE_SECONDS)
}

/**
 * Replays the sample history of the last 30 days on a freshly deployed chain without blocks of that time.
 * Afterwards the chain's clock is the real clock and each transaction is mined at once.
 */
export function replaySample(options: SampleOptions): Promise<ReplaySummary> {
  const now = options.now ?? unixNow()
  return replay(options, readSample(now), now - SAMPLE_DAYS * DAY_SECONDS)
}

/** The transactions of the short history that ends at a time. */
export function readMiniSample(now: number): Action[] {
  return readScenario("two-days", now - LAST_TRADE_AGE_SECONDS)
}

/** Replays two days of three tokens and seven markets in two seconds. */
export function replayMiniSample(options: SampleOptions): Promise<ReplaySummary> {
  const now = options.now ?? unixNow()
  return replay(options, readMiniSample(now), now - MINI_DAYS * DAY_SECONDS)
}

async function replay(
  options: SampleOptions,
  actions: readonly Action[],
  start: number,
): Promise<ReplaySummary> {
  const { rpcUrl, progress, read } = options
  const { timestamp } = await headOf(rpcUrl)
  if (timestamp >= start) {
    const date = new Date(start * 1000).toISOString()
    throw new Error(`The chain has blocks after ${date}, where the history to replay begins`)
  }
  const node = historyNode(rpcUrl)
  const senders = new Set(actions.map(({ from }) => from))
  const sender = await createSender({ ...options, node, indices: [...senders.add(OPERATOR)] })
  const blocks = groupByTime(actions)
  await node.holdMining()
  try {
    let done = 0
    for (const [i, block] of blocks.entries()) {
      await sender.send(block)
      if (i % READ_BLOCKS === 0 || i === blocks.length - 1) {
        await sender.check()
        await read?.()
      }
      done += block.length
      const day = Math.floor((block[0].at - start) / DAY_SECONDS) + 1
      progress?.(done, actions.length, `day ${day}`)
    }
    await returnToRealTime(rpcUrl)
  } finally {
    await node.releaseMining()
  }
  const count = (...functions: string[]) =>
    actions.filter(({ functionName }) => functions.includes(functionName)).length
  return {
    transactions: actions.length,
    trades: actions.filter(isTrade).length,
    markets: count("createMarket"),
    purchases: actions.filter(isSharePurchase).length,
    bets: count("betBull", "betBear"),
    blocks: blocks.length,
    wallets: ACTORS.filter(({ index }) => senders.has(index)).length,
  }
}

/** Whether the action trades with the exchange's pools. */
export function isTrade(action: Action): boolean {
  if (isSharePurchase(action)) return action.args[2] !== "USDB"
  return action.functionName === "buyTokens" || action.functionName === "sellTokens"
}

/** Whether the action buys shares of a market's pool. */
export const isSharePurchase = ({ contract, functionName }: Action) =>
  functionName === "buy" && MARKET_CONTRACTS.includes(contract)

const MARKET_CONTRACTS = ["marketTrading", "privateMarket"]

/** Consecutive actions of the same time. */
function groupByTime(actions: readonly Action[]): Block[] {
  const blocks: [Action, ...Action[]][] = []
  for (const action of actions) {
    const last = blocks.at(-1)
    if (last?.[0].at === action.at) last.push(action)
    else blocks.push([action])
  }
  return blocks
}

/** Mines an empty block at the real time, from which the node's clock runs normally. */
export async function returnToRealTime(rpcUrl: string) {
  const node = historyNode(rpcUrl)
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const now = unixNow()
    await node.mine(now)
    const answered = unixNow()
    const { timestamp } = await headOf(rpcUrl)
    if (timestamp !== now) break
    // A slow block leaves the node's clock behind by its duration: keep that as short as possible.
    if (answered - now <= Math.floor(attempts / 10)) return
  }
  throw new Error("After the history the node's clock differs from the real clock")
}

function unixNow() {
  return Math.floor(Date.now() / 1000)
}

import type { AddressBook } from "@/lib/chain/deployment"
import { headOf } from "../rpc"
import { type Action, OPERATOR } from "./exchange-state"
import { FULL_SCENARIO } from "./full-scenario"
import { type HistoryNode, historyNode } from "./history-node"
import { MINI_SCENARIO } from "./mini-scenario"
import { planHistory, type Scenario, type Span } from "./plan"
import { type Block, createSender } from "./sender"
import { DAY_SECONDS } from "./trade-times"

export type SampleOptions = {
  rpcUrl: string
  chainId: number
  book: AddressBook
  /** Its wallet 0 is the contracts' operator; the sample's wallets follow from 2 on. */
  mnemonic: string
  /** Second at which the history ends; the real clock unless it has to be repeatable. */
  now?: number
  /** Told after each block how many of the transactions are done. */
  progress?: (done: number, total: number, label: string) => void
}

/** What was played. */
export type ReplaySummary = {
  transactions: number
  /** On the exchange; shares paid with a token are traded there first. */
  trades: number
  markets: number
  /** Purchases of shares from the markets' pools. */
  purchases: number
  blocks: number
  wallets: number
}

const SAMPLE_DAYS = 30
const MINI_DAYS = 2

/** The last trades are a moment old. */
const LAST_TRADE_AGE_SECONDS = 30
/** Of setting the node's clock, on a machine that does other things as well. */
const MAX_ATTEMPTS = 30
/** Room for the deployment, whose blocks count up from the genesis. */
const DEPLOYMENT_SECONDS = 3600

/** The time a chain has to begin at (anvil's --timestamp), or before, for the sample history to fit in. */
export function genesisTime(now = unixNow()): number {
  return now - SAMPLE_DAYS * DAY_SECONDS - DEPLOYMENT_SECONDS
}

/** The transactions of the sample history that ends at a time. */
export function planSample(now: number): Action[] {
  return planHistory(FULL_SCENARIO, sampleSpan(now))
}

/**
 * Plays the sample history of the last 30 days into a freshly deployed chain without blocks of that time.
 * Afterwards the chain's clock is the real clock and each transaction is mined at once.
 */
export function replaySample(options: SampleOptions): Promise<ReplaySummary> {
  return replay(options, FULL_SCENARIO, sampleSpan(options.now ?? unixNow()))
}

/** The transactions of the mini history that ends at a time. */
export function planMiniSample(now: number): Action[] {
  return planHistory(MINI_SCENARIO, miniSpan(now))
}

/** Plays two days of three tokens and seven markets in two seconds. */
export function replayMiniSample(options: SampleOptions): Promise<ReplaySummary> {
  return replay(options, MINI_SCENARIO, miniSpan(options.now ?? unixNow()))
}

function miniSpan(end: number): Span {
  const start = end - MINI_DAYS * DAY_SECONDS
  return { start, end: end - LAST_TRADE_AGE_SECONDS, dayZero: start }
}

function sampleSpan(end: number): Span {
  const start = end - SAMPLE_DAYS * DAY_SECONDS
  // Stories count from a midnight (UTC): launches fall into the day whenever the history is played.
  const dayZero = Math.ceil(start / DAY_SECONDS) * DAY_SECONDS
  return { start, end: end - LAST_TRADE_AGE_SECONDS, dayZero }
}

async function replay(
  options: SampleOptions,
  scenario: Scenario,
  span: Span,
): Promise<ReplaySummary> {
  const { rpcUrl, progress } = options
  const { timestamp } = await headOf(rpcUrl)
  if (timestamp >= span.start) {
    const start = new Date(span.start * 1000).toISOString()
    throw new Error(`The chain has blocks after ${start}, where the history to play begins`)
  }
  const node = historyNode(rpcUrl)
  const indices = [OPERATOR, ...scenario.actors.map(({ index }) => index)]
  const send = await createSender({ ...options, node, indices })
  const actions = planHistory(scenario, span)
  const blocks = groupByTime(actions)
  await node.holdMining()
  try {
    let done = 0
    for (const block of blocks) {
      await send(block)
      done += block.length
      const day = Math.floor((block[0].at - span.start) / DAY_SECONDS) + 1
      progress?.(done, actions.length, `day ${day}`)
    }
    await returnToRealTime(node, rpcUrl)
  } finally {
    await node.releaseMining()
  }
  return {
    transactions: actions.length,
    trades: actions.filter(isTrade).length,
    markets: scenario.markets.length,
    purchases: actions.filter(({ call }) => call.kind === "buyShares").length,
    blocks: blocks.length,
    wallets: scenario.actors.length,
  }
}

/** Whether the exchange's pools are traded with. */
export function isTrade({ call }: Action): boolean {
  if (call.kind === "buyShares") return call.input !== "USDB"
  return call.kind === "buy" || call.kind === "sell"
}

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

/** An empty block of the real time: from it on, the node counts time as everybody else. */
async function returnToRealTime(node: HistoryNode, rpcUrl: string) {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const asked = unixNow()
    await node.mine(asked)
    const answered = unixNow()
    const { timestamp } = await headOf(rpcUrl)
    if (timestamp !== asked) break
    // A block that was long in coming leaves the node's clock behind by as much: where all are, by as little as can be.
    if (answered - asked <= Math.floor(attempts / 10)) return
  }
  throw new Error("After the history the node's clock differs from the real clock")
}

function unixNow() {
  return Math.floor(Date.now() / 1000)
}

import type { Hex } from "viem"
import { sleep } from "@/lib/async/backoff"
import { buildCall } from "./node"
import { isRevert, type Rpc, RpcError } from "./rpc"

/** A view function with its arguments, as of a block. */
export type ViewCall = { to: string; data: Hex; block: number }

export const toCallKey = ({ to, data, block }: ViewCall) => `${to}:${data}@${block}`

/** The contracts' answers, by `toCallKey`, without calls that revert. */
export type ViewAnswers = {
  answers: Map<string, Hex>
  /** Answered as of the newest block: the node no longer has the state of the call's block. */
  late: Set<string>
}

/** Calls of one request to the node. */
const BATCH = 100

/**
 * Asks the contracts as of the calls' blocks, and as of the newest block where the node no longer has that state: what
 * may have changed since must not be stored as if it were of the call's block.
 */
export async function readViews(rpc: Rpc, calls: readonly ViewCall[]): Promise<ViewAnswers> {
  const distinct = [...new Map(calls.map((call) => [toCallKey(call), call])).values()]
  const results: ViewAnswers = { answers: new Map(), late: new Set() }
  for (let i = 0; i < distinct.length; i += BATCH) {
    const part = distinct.slice(i, i + BATCH)
    const settled = await settleViews(rpc, part)
    part.forEach((call, n) => {
      const { answer, isLate } = settled[n] as SettledView
      if (isLate) results.late.add(toCallKey(call))
      if (typeof answer === "string" && answer !== "0x")
        results.answers.set(toCallKey(call), answer as Hex)
    })
  }
  return results
}

export type SettledView = { answer: unknown; isLate: boolean }

const isRefused = (answer: unknown): answer is RpcError =>
  answer instanceof RpcError && !isRevert(answer)

/** The answer of each call, in order; an error only where the contract reverted. */
export async function settleViews(rpc: Rpc, calls: readonly ViewCall[]): Promise<SettledView[]> {
  const answers = await askThen(rpc, calls)
  const refused = calls.filter((_, n) => isRefused(answers[n]))
  const again = refused.length === 0 ? [] : await settleRefused(rpc, refused)
  return answers.map((answer) =>
    isRefused(answer) ? (again.shift() as SettledView) : { answer, isLate: false },
  )
}

/** Every node has the states of so many newest blocks; one behind a balancer may not know the block yet. */
const FRESH_BLOCKS = 8
const PAUSES_MS = [200, 400, 800]

/**
 * A node that refuses a block again, knows it, and answers the same call for its newest block, no longer has the
 * state. Any other refusal is thrown: the blocks are read again later.
 */
async function settleRefused(rpc: Rpc, calls: readonly ViewCall[]): Promise<SettledView[]> {
  const head = Number(await rpc.call("eth_blockNumber"))
  let answers = await askThen(rpc, calls)
  for (const pause of PAUSES_MS) {
    const isFresh = ({ block }: ViewCall, n: number) =>
      isRefused(answers[n]) && block > head - FRESH_BLOCKS
    if (!calls.some(isFresh)) break
    await sleep(pause)
    answers = await askThen(rpc, calls)
  }
  const now = await askNow(
    rpc,
    calls.filter((_, n) => isRefused(answers[n])),
  )
  return calls.map(({ block }, n) => {
    const answer = answers[n]
    if (!isRefused(answer)) return { answer, isLate: false }
    const late = now.shift()
    if (isRefused(late) || !(block <= head) || isPassing(answer)) throw answer
    return { answer: late, isLate: true }
  })
}

/** Refusals that say themselves that they will pass. */
const isPassing = ({ code, message }: RpcError) =>
  code === undefined ||
  code === 429 ||
  code === -32_005 ||
  /rate.?limit|too many|capacity|throttl|time[d-]?.?out|overload|busy|try again/i.test(message)

const askThen = (rpc: Rpc, calls: readonly ViewCall[]) =>
  rpc.batchSettled(calls.map(({ to, data, block }) => buildCall(to, data, block)))

const askNow = (rpc: Rpc, calls: readonly ViewCall[]) =>
  rpc.batchSettled(calls.map(({ to, data }) => buildCall(to, data)))

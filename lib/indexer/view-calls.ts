import type { Hex } from "viem"
import { buildCall } from "./node"
import { isRevert, type Rpc, RpcError } from "./rpc"

/** A view function with its arguments, as of a block. */
export type ViewCall = { to: string; data: Hex; block: number }

export const toCallKey = ({ to, data, block }: ViewCall) => `${to}:${data}@${block}`

/** Calls of one request to the node. */
const BATCH = 100

/**
 * What the contracts answer, by `toCallKey`, without calls that revert. As of the newest block where the node no longer
 * has the state of the block.
 */
export async function readViews(rpc: Rpc, calls: readonly ViewCall[]): Promise<Map<string, Hex>> {
  const distinct = [...new Map(calls.map((call) => [toCallKey(call), call])).values()]
  const answers = new Map<string, Hex>()
  for (let i = 0; i < distinct.length; i += BATCH) {
    const part = distinct.slice(i, i + BATCH)
    const found = await askForViews(rpc, part)
    part.forEach((call, n) => {
      const answer = found[n]
      if (answer instanceof RpcError && !isRevert(answer)) throw answer
      if (typeof answer === "string" && answer !== "0x") answers.set(toCallKey(call), answer as Hex)
    })
  }
  return answers
}

async function askForViews(rpc: Rpc, calls: readonly ViewCall[]): Promise<unknown[]> {
  const ask = (some: readonly ViewCall[], isThen: boolean) =>
    rpc.batchSettled(
      some.map(({ to, data, block }) => buildCall(to, data, isThen ? block : undefined)),
    )
  const answers = await ask(calls, true)
  const isLost = (answer: unknown) => answer instanceof RpcError && !isRevert(answer)
  const lost = calls.filter((_, n) => isLost(answers[n]))
  if (lost.length === 0) return answers
  const again = await ask(lost, false)
  return answers.map((answer) => (isLost(answer) ? again.shift() : answer))
}

import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  toHex,
} from "viem"
import callSequence from "@/contracts/bytecode/CallSequence.json"
import type { ContractCall } from "@/lib/chain/call"
import { callSequenceAbi } from "@/lib/chain/generated/CallSequence"
import { causeChain } from "@/lib/errors/revert-reason"
import { chainUnavailable } from "@/lib/http/errors"
import type { Overrides } from "./overrides"
import { type ChainState, nextBlock } from "./state"

/** The result of a simulated call. `data` is its return data, or the data of its revert. */
export type CallResult = { ok: boolean; data: Hex; gasUsed: bigint }

/** Costs of a transaction before its call: the base, and each byte of its data at most (EIP-2028). */
const TRANSACTION_GAS = 21_000n
const GAS_PER_BYTE = 16n

/** JSON-RPC errors of nodes that do not know a method. */
const UNKNOWN_METHOD = new Set([-32601, -32004])

/** Nodes by address that have no `eth_simulateV1`. */
const withoutSimulation = new Set<string>()

/**
 * Simulates calls of one wallet in sequence, in the block after a state: with `eth_simulateV1`, or with one `eth_call`
 * where the node does not know that method. Throws CHAIN_UNAVAILABLE.
 */
export async function simulateCalls(
  state: ChainState,
  wallet: Address,
  calls: readonly ContractCall[],
  overrides: Overrides = {},
): Promise<CallResult[]> {
  const node = state.client.transport.url ?? ""
  try {
    if (withoutSimulation.has(node)) return await callInSequence(state, wallet, calls, overrides)
    return await simulate(state, wallet, calls, overrides)
  } catch (error) {
    if (!isUnknownMethod(error)) throw chainUnavailable(error)
  }
  withoutSimulation.add(node)
  return callInSequence(state, wallet, calls, overrides).catch((error) => {
    throw chainUnavailable(error)
  })
}

type SimulatedCall = { status: Hex; returnData: Hex; gasUsed: Hex; error?: { data?: unknown } }

async function simulate(
  state: ChainState,
  wallet: Address,
  calls: readonly ContractCall[],
  overrides: Overrides,
): Promise<CallResult[]> {
  const block = {
    blockOverrides: nextBlock(state),
    stateOverrides: overrides,
    calls: calls.map(({ to, data, value = 0n }) => ({
      ...{ from: wallet, to, data, value: toHex(value) },
    })),
  }
  const [simulated]: [{ calls: SimulatedCall[] }] = await state.client.transport.request({
    method: "eth_simulateV1",
    params: [{ blockStateCalls: [block], validation: false }, toHex(state.block)],
  })
  return simulated.calls.map(({ status, returnData, gasUsed, error }) => ({
    ok: status === "0x1",
    // Nodes put the data of a revert at different places.
    data: returnData === "0x" && isHex(error?.data) ? error.data : returnData,
    gasUsed: BigInt(gasUsed),
  }))
}

/** Puts a contract that makes the calls at the wallet's address. */
async function callInSequence(
  state: ChainState,
  wallet: Address,
  calls: readonly ContractCall[],
  overrides: Overrides,
): Promise<CallResult[]> {
  const data = encodeFunctionData({
    abi: callSequenceAbi,
    functionName: "run",
    args: [calls.map(({ to, data: input, value = 0n }) => ({ target: to, value, data: input }))],
  })
  const withCode = { ...overrides, [wallet]: { ...overrides[wallet], code: RUNTIME_CODE } }
  const answer: Hex = await state.client.transport.request({
    method: "eth_call",
    params: [{ to: wallet, data }, toHex(state.block), withCode, nextBlock(state)],
  })
  const results = decodeFunctionResult({ abi: callSequenceAbi, functionName: "run", data: answer })
  return results.map(({ ok, data: output, gasUsed }, place) => ({
    ok,
    data: output,
    gasUsed: gasUsed + TRANSACTION_GAS + sizeOf(calls[place]?.data ?? "0x") * GAS_PER_BYTE,
  }))
}

const sizeOf = (data: Hex) => BigInt((data.length - 2) / 2)

const RUNTIME_CODE = runtimeCode()

function runtimeCode(): Hex {
  const { bytecode, runtime } = callSequence
  const start = 2 + 2 * runtime.start
  return `0x${bytecode.slice(start, start + 2 * runtime.length)}`
}

function isUnknownMethod(error: unknown): boolean {
  for (const cause of causeChain(error)) {
    if ("code" in cause && typeof cause.code === "number" && UNKNOWN_METHOD.has(cause.code)) {
      return true
    }
  }
  return false
}

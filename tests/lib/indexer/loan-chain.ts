import {
  type Abi,
  type AbiEvent,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAbiItem,
  type Hex,
  keccak256,
  toHex,
} from "viem"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { createNodeLimits } from "@/lib/chain/node-limits"
import type { RawLog } from "@/lib/events/logs"
import type { MinedTransaction } from "@/lib/indexer/mined-transactions"
import { type Rpc, RpcError } from "@/lib/indexer/rpc"
import { addressOf, MAIN } from "@/tests/helpers/rows"

/** A chain of encoded logs, with the answers that the contracts of loans, vault and vesting give at each block. */

export const HUB = addressOf(0x1b)
export const VAULT = addressOf(0x2a)
export const VESTING = addressOf(0x3e)
const sender = addressOf(0x5e)

const abis = new Map<string, Abi>([
  [MAIN, mainTokenAbi],
  [HUB, loanHubAbi],
  [VAULT, stakingVaultAbi],
  [VESTING, vestingAbi],
])

export type LoanState = {
  token: string
  collateral: bigint
  debt: bigint
  borrowed: bigint
  creation: number
  liquidation: number
  isLiquidated: boolean
  active: boolean
}

export type ScheduleState = { creator: string; beneficiary: string; total: bigint; loanId: bigint }

/** What the contracts store. */
type State = {
  /** Core loans by id. */
  core: Record<string, LoanState & { user: string; hubId: bigint }>
  /** Leverage positions by trader and id. */
  positions: Record<string, LoanState>
  vaultLoans: Record<string, bigint>
  schedules: Record<string, ScheduleState>
  sharePrice: bigint
}

type Emission = { from: string; name: string; args: Record<string, unknown> }

const START = 1_780_000_000

export class LoanChain {
  readonly mined: MinedTransaction[] = []
  readonly state: State = {
    ...{ core: {}, positions: {}, vaultLoans: {}, schedules: {}, sharePrice: 10n ** 18n },
  }
  /** The node has lost the states of all blocks but the newest, far behind which they are. */
  hasLostStates = false
  private readonly states: State[] = []
  private readonly senders: Record<string, string> = {}
  private block = 100

  get time() {
    return START + (this.block + 1) * 3_600
  }

  /** A block with one transaction; `change` sets what the contracts answer from it on. */
  mine(emissions: Emission[], change: (state: State) => void = () => {}, from = sender) {
    const [number, time] = [++this.block, START + this.block * 3_600]
    const [hash, txHash] = [keccak256(toHex(`block ${number}`)), keccak256(toHex(`tx ${number}`))]
    change(this.state)
    this.states[number] = structuredClone(this.state)
    const place = {
      ...{ blockNumber: toHex(number), blockHash: hash, transactionHash: txHash },
      ...{ transactionIndex: "0x0", blockTimestamp: toHex(time) },
    }
    const logs = emissions.map((emission, n) => ({
      ...encodeLog(emission),
      ...place,
      logIndex: toHex(n),
    }))
    this.senders[txHash] = from
    const receipt = { status: "0x1", from, to: HUB, ...place, logs }
    const parentHash = keccak256(toHex(`block ${number - 1}`))
    this.mined.push({ receipt, header: { number, hash, parentHash, time } })
    return txHash
  }

  readonly rpc: Rpc = {
    limits: createNodeLimits(),
    batchAtOnce: async (calls) => calls.map((call) => this.answer(call)),
    call: async (method, params = []) => this.answer({ method, params }),
    callLarge: async (method, params = []) => this.answer({ method, params }),
    batch: async (calls) => calls.map((call) => this.answer(call)),
    batchSettled: async (calls) =>
      calls.map((call) => {
        try {
          return this.answer(call)
        } catch (error) {
          if (error instanceof RpcError) return error
          throw error
        }
      }),
  }

  private answer({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
    if (method === "eth_blockNumber") return toHex(this.block + 100)
    if (method === "eth_getTransactionByHash") return { from: this.senders[`${params[0]}`] }
    if (method !== "eth_call") throw new Error(`${method} is not answered here`)
    const [{ to, data }, block] = params as [{ to: string; data: Hex }, string]
    const abi = abis.get(to)
    if (!abi) throw new RpcError("execution reverted", 3)
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    if (block !== "latest" && this.hasLostStates)
      throw new RpcError("missing trie node 1a2b (path ) state 0x1a2b is not available", -32_000)
    const state = block === "latest" ? this.state : this.states[+block]
    const result = state && view(state, functionName, args)
    if (result === undefined) throw new RpcError("execution reverted", 3)
    return encodeFunctionResult({ abi, functionName, result } as never)
  }
}

function encodeLog({ from, name, args }: Emission): Pick<RawLog, "address" | "topics" | "data"> {
  const abi = abis.get(from) as Abi
  const event = getAbiItem({ abi, name }) as AbiEvent
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  return {
    address: from,
    topics: encodeEventTopics({ abi, eventName: name, args } as never) as Hex[],
    data: encodeAbiParameters(
      plain as never,
      plain.map((input) => args[input.name ?? ""]) as never,
    ),
  }
}

function view(state: State, name: string, args: readonly unknown[]): unknown {
  const [first, second] = args.map((arg) => (typeof arg === "string" ? arg.toLowerCase() : arg))
  switch (name) {
    case "coreLoans": {
      const loan = state.core[`${first}`]
      return loan && [loan.user, loan.hubId]
    }
    case "getUserLoanDetails": {
      const entry = Object.entries(state.core).find(
        ([, { user, hubId }]) => user === first && hubId === second,
      )
      if (!entry) return undefined
      const [coreLoanId, loan] = entry
      return {
        ...toDetails(loan),
        ...{ hubId: second, ecosystem: MAIN, coreLoanId: BigInt(coreLoanId) },
        collateralToken: loan.token,
      }
    }
    case "leverages": {
      const loan = state.positions[`${first}:${second}`]
      const leverage = { leverageBuyAmount: 0n, cashedOut: 0n }
      return loan && { user: first, ...toDetails(loan), timeOfClosure: 0n, leverage }
    }
    case "userVaults": {
      const hubId = state.vaultLoans[`${first}`]
      return hubId && [0n, 0n, hubId, true]
    }
    case "convertToAssets":
      return state.sharePrice
    case "vestingSchedules": {
      const schedule = state.schedules[`${first}`]
      if (!schedule) return undefined
      const { creator, beneficiary, total, loanId } = schedule
      const terms = [BigInt(START), 30n, BigInt(START + 30 * 86_400), true, loanId, "Für das\nTeam"]
      return [creator, beneficiary, MAIN, MAIN, total, 0n, ...terms, 3]
    }
    default:
      throw new Error(`${name} is not answered here`)
  }
}

const toDetails = (loan: LoanState) => ({
  ...{ token: loan.token, collateralAmount: loan.collateral, liquidatedAmount: 0n },
  ...{ fullAmount: loan.debt, borrowedAmount: loan.borrowed, liquidationClaim: 0n },
  ...{ liquidationTime: BigInt(loan.liquidation), creationTime: BigInt(loan.creation) },
  ...{ isLiquidated: loan.isLiquidated, active: loan.active },
})

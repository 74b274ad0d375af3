import type { Address } from "viem"
import { type ContractCall, encodeCall, type PreparedCall } from "@/lib/chain/call"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { type Side, toSideNumber } from "./constants"

const abi = upDownAbi

type Bet = {
  /** Code of the timeframe. */
  tf: number
  roundId: bigint
  side: Side
  amount: bigint
  leastShares: bigint
}

/** A bet on this round only, and for at least these shares. `contract` is the one of the asset. */
export const betCall = (
  { contract, usdb }: { contract: Address; usdb: Address },
  { tf, roundId, side, amount, leastShares }: Bet,
): PreparedCall => ({
  call: encodeCall(contract, {
    abi,
    functionName: "bet",
    args: [tf, roundId, toSideNumber(side), amount, leastShares],
  }),
  approval: { token: usdb, spender: contract, amount },
})

/** Collects what rounds of one asset have left for the caller. */
export const claimRoundsCall = (
  contract: Address,
  rounds: readonly { tf: number; roundId: number }[],
): ContractCall =>
  encodeCall(contract, {
    abi,
    functionName: "claimMany",
    args: [rounds.map(({ tf }) => tf), rounds.map(({ roundId }) => BigInt(roundId))],
  })

/** Actions that any wallet may take if nobody has yet. */
export type RoundAction = "settle" | "cancel" | "start"

const roundFunctions = {
  settle: "settleCurrentRound",
  cancel: "cancelCurrentRoundAndStartNext",
  start: "startRound",
} as const satisfies Record<RoundAction, string>

/** Ends or opens the round of a timeframe. */
export const roundCall = (contract: Address, action: RoundAction, tf: number): ContractCall =>
  encodeCall(contract, { abi, functionName: roundFunctions[action], args: [tf] })

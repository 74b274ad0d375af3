import type { Activity } from "@/lib/markets/activity/queries"

/** One row of what happened. */
export type Event = Pick<
  Activity,
  "id" | "time" | "kind" | "wallet" | "outcome" | "usdc" | "txHash"
>

/** A round of a market's resolution; a new one begins when EARLY has won. */
export type Round = {
  proposal: Event | null
  dispute: Event | null
  votes: readonly Event[]
  veto: Event | null
  /** Resolved, or the reset that began the next round. */
  end: Event | null
  /** What became of the bonds. */
  bonds: readonly Event[]
  /** The general pot that went to the insurance because stakes are paid back. */
  invalidated: Event | null
}

const BONDS = ["bonds_distributed", "bonds_seized"]

/** Sorts the steps of a market, oldest first, into rounds; there is always one. */
export function roundsOf(steps: readonly Event[]): Round[] {
  const groups: Event[][] = [[]]
  let resetTx: string | null = null
  for (const step of steps) {
    // Bonds are paid by the same transaction after the reset, and belong to what it ended.
    const isAftermath = step.txHash === resetTx && BONDS.includes(step.kind)
    const group = groups.at(isAftermath ? -2 : -1)
    group?.push(step)
    if (step.kind !== "dispute_reset") continue
    resetTx = step.txHash
    groups.push([])
  }
  return groups.map(roundOf)
}

function roundOf(steps: readonly Event[]): Round {
  const of = (kind: Event["kind"]) => steps.findLast((step) => step.kind === kind) ?? null
  return {
    proposal: of("propose"),
    dispute: of("dispute"),
    votes: steps.filter(({ kind }) => kind === "vote"),
    veto: of("veto"),
    end: of("resolve") ?? of("dispute_reset"),
    bonds: steps.filter(({ kind }) => BONDS.includes(kind)),
    invalidated: of("invalidate"),
  }
}

/** Everybody who had a part in it. */
export function actorsOf(steps: readonly Event[]): string[] {
  return [...new Set(steps.map(({ wallet }) => wallet))]
}

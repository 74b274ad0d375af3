import type { Activity } from "@/lib/markets/activity-queries"

/** An event of a resolution. */
export type ResolutionEvent = Pick<
  Activity,
  "id" | "time" | "kind" | "wallet" | "outcome" | "usdc" | "txHash"
>

/** A round of a resolution; EARLY begins a new one. */
export type ResolutionRound = {
  proposal: ResolutionEvent | null
  dispute: ResolutionEvent | null
  votes: readonly ResolutionEvent[]
  veto: ResolutionEvent | null
  /** The resolution, or the reset that began the next round. */
  end: ResolutionEvent | null
  /** Payouts of the bonds. */
  bonds: readonly ResolutionEvent[]
  /** The general pot that went to the insurance, as stakes are refunded. */
  invalidated: ResolutionEvent | null
}

const BOND_KINDS = ["bonds_distributed", "bonds_seized"]

/** Groups the events of a market, oldest first, into rounds; there is at least one. */
export function groupRounds(steps: readonly ResolutionEvent[]): ResolutionRound[] {
  const groups: ResolutionEvent[][] = [[]]
  let resetTx: string | null = null
  for (const step of steps) {
    // The reset's transaction pays the bonds of the round that it ends.
    const isAftermath = step.txHash === resetTx && BOND_KINDS.includes(step.kind)
    const group = groups.at(isAftermath ? -2 : -1)
    group?.push(step)
    if (step.kind !== "dispute_reset") continue
    resetTx = step.txHash
    groups.push([])
  }
  return groups.map(createRound)
}

function createRound(steps: readonly ResolutionEvent[]): ResolutionRound {
  const of = (kind: ResolutionEvent["kind"]) => steps.findLast((step) => step.kind === kind) ?? null
  return {
    proposal: of("propose"),
    dispute: of("dispute"),
    votes: steps.filter(({ kind }) => kind === "vote"),
    veto: of("veto"),
    end: of("resolve") ?? of("dispute_reset"),
    bonds: steps.filter(({ kind }) => BOND_KINDS.includes(kind)),
    invalidated: of("invalidate"),
  }
}

export function listParticipants(steps: readonly ResolutionEvent[]): string[] {
  return [...new Set(steps.map(({ wallet }) => wallet))]
}

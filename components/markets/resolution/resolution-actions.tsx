"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { planActions } from "./action-plan"
import { ActionRow } from "./action-row"
import type { ActionsProps } from "./actions"
import { explain } from "./explain"

/** What can be done in a market's resolution; the rows stand there before the wallet code has come. */
export const ResolutionActions = lazyWithWallet<ActionsProps>(
  () => import("./actions").then(({ Actions }) => Actions),
  { fallback: (props) => <StaticActions {...props} />, withoutChain: null },
)

function StaticActions({ market, voteCount: tally, amounts, renderedAt }: ActionsProps) {
  const plan = planActions(market, tally, renderedAt).filter(({ kind }) => kind !== "decide")
  if (plan.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {plan.map(({ kind, availability }) => (
        <ActionRow availability={availability} key={kind} text={explain(kind, market, amounts)} />
      ))}
    </ul>
  )
}

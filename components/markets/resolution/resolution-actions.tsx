"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { planActions } from "./action-plan"
import { ActionRow } from "./action-row"
import type { ActionsProps } from "./actions"
import { explain } from "./explain"

/** The actions of a resolution; static rows until the wallet code has loaded. */
export const ResolutionActions = lazyWithWallet<ActionsProps>(
  () => import("./actions").then(({ Actions }) => Actions),
  { fallback: (props) => <StaticActions {...props} />, withoutChain: null },
)

function StaticActions({ market, voteCount, amounts, renderedAt }: ActionsProps) {
  const plan = planActions(market, voteCount, renderedAt).filter(({ kind }) => kind !== "decide")
  if (plan.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {plan.map(({ kind, availability }) => (
        <ActionRow availability={availability} key={kind} text={explain(kind, market, amounts)} />
      ))}
    </ul>
  )
}

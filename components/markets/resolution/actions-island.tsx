"use client"

import { walletIsland } from "@/components/wallet/island"
import { ActionRow } from "./action-row"
import type { ActionsProps } from "./actions"
import { explain } from "./explain"
import { planOf } from "./plan"

/** What can be done in a market's resolution; the rows stand there before the wallet code has come. */
export const ResolutionActions = walletIsland<ActionsProps>(
  () => import("./actions").then(({ Actions }) => Actions),
  { fallback: (props) => <Rows {...props} />, withoutChain: null },
)

function Rows({ market, tally, stakes, renderedAt }: ActionsProps) {
  const plan = planOf(market, tally, renderedAt).filter(({ kind }) => kind !== "decide")
  if (plan.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {plan.map(({ kind, availability }) => (
        <ActionRow availability={availability} key={kind} text={explain(kind, market, stakes)} />
      ))}
    </ul>
  )
}

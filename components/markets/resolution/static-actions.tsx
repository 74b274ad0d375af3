import { ServerMarkup } from "@/components/ui/server-markup"
import { planActions } from "./action-plan"
import { ActionRow } from "./action-row"
import type { ActionsProps } from "./actions"
import { explain } from "./explain"

type Props = Omit<ActionsProps, "contract">

/** The actions of a resolution, as nobody's. */
export function StaticActions({ market, voteCount, amounts, renderedAt }: Props) {
  const plan = planActions(market, voteCount, renderedAt).filter(({ kind }) => kind !== "decide")
  if (plan.length === 0) return null
  return (
    <ServerMarkup tag="ul" className="divide-y divide-line">
      {plan.map(({ kind, availability }) => (
        <ActionRow availability={availability} key={kind} text={explain(kind, market, amounts)} />
      ))}
    </ServerMarkup>
  )
}

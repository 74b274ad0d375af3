import { Notice } from "@/components/ui/notice"
import { stageOf } from "./stage"
import type { TicketMarket } from "./ticket-market"

type StageNoticeProps = { market: TicketMarket; outcome: number }

/** Says that the market has ended or is being decided, to whoever still buys. */
export function StageNotice({ market, outcome }: StageNoticeProps) {
  const stage = stageOf(market, outcome)
  return (
    stage && (
      <Notice title={stage.title} tone="warning">
        <p>
          {stage.proposed !== null && (
            <>
              <bdi className="font-medium">{stage.proposed}</bdi> is proposed.{" "}
            </>
          )}
          {stage.text}
        </p>
      </Notice>
    )
  )
}

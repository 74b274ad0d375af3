import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { Icon, type IconName } from "@/components/ui/icon"
import { Notice } from "@/components/ui/notice"
import { formatInteger, formatPercent } from "@/lib/format"
import { explainMultiplier } from "./multiplier-field"
import { type StepName, selectStepErrors } from "./steps"
import {
  baseTax,
  type LaunchDraft,
  type LaunchErrors,
  parseWholeNumber,
  STABLE_MULTIPLIER,
} from "./validation"

type Props = { draft: LaunchDraft; errors: LaunchErrors; onGo: (step: StepName) => void }

/** Everything the launch fixes, in plain words. */
export function LaunchReview({ draft, errors, onGo }: Props) {
  const wrong = (["identity", "market"] as const).filter(
    (step) => Object.keys(selectStepErrors(step, errors)).length > 0,
  )
  return (
    <div className="grid gap-4">
      {wrong.map((step) => (
        <Notice
          action={
            <Button variant="secondary" onClick={() => onGo(step)}>
              {step === "identity" ? "Go to identity" : "Go to the market"}
            </Button>
          }
          key={step}
          title="Something is still missing"
          tone="warning"
        >
          <ul className="list-disc pl-5">
            {Object.entries(selectStepErrors(step, errors)).map(([field, message]) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </Notice>
      ))}
      <ul className="grid gap-3">
        {describeLaunch(draft).map(({ icon, title, text }) => (
          <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3" key={title}>
            <span className="mt-0.5 text-accent">
              <Icon name={icon} />
            </span>
            <div className="grid min-w-0 gap-0.5 text-sm wrap-anywhere">
              <p className="font-medium">{title}</p>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ReviewItem = { icon: IconName; title: string; text: ReactNode }

function describeLaunch(draft: LaunchDraft): ReviewItem[] {
  const isStable = draft.multiplier === STABLE_MULTIPLIER
  const depth = formatInteger(parseWholeNumber(draft.startLiquidity) ?? 0)
  const target = parseWholeNumber(draft.rewardTarget) ?? 0
  const tax = formatPercent(baseTax(draft.multiplier))
  return [
    {
      icon: "launch",
      title: "A token with a pool of its own",
      text: (
        <>
          <bdi>{draft.symbol || "SYMBOL"}</bdi>, <bdi>{draft.name.trim() || "without a name"}</bdi>.
          Nobody holds any of it before the first buy, not even you.
        </>
      ),
    },
    {
      icon: "line",
      title: isStable ? "Stable+" : `Floor+ with multiplier ${draft.multiplier}`,
      text: `${explainMultiplier(draft.multiplier)} It opens at $1.00 as if $${depth} stood in it; you pay none of that.`,
    },
    {
      icon: "swap",
      title: `A tax of ${tax} on every trade`,
      text: "A fifth of it is yours, in USDB, with the trade itself.",
    },
    target > 0
      ? {
          icon: "gift",
          title: "A reward phase",
          text: `Whoever buys before ${formatInteger(target)} USDB have come in shares 4% of the tax of every later trade.`,
        }
      : {
          icon: "gift",
          title: "No reward phase",
          text: "Early buyers get nothing but their price.",
        },
    draft.isFrozen
      ? {
          icon: "snow",
          title: "Frozen at first",
          text: "Only wallets on your whitelist can buy until you open it, once and for ever.",
        }
      : {
          icon: "users",
          title: "Open to everybody",
          text: "Anybody can buy from the first block on.",
        },
    {
      icon: "lock",
      title: "For ever",
      text: "Symbol, name, kind, liquidity and reward phase can never be changed. Picture, description and links can.",
    },
  ]
}

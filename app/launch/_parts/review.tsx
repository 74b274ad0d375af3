import { formatVestDuration } from "@/components/swap/vest-duration"
import { IncompleteNotice, type ReviewItem, ReviewList } from "@/components/wizard/review"
import { formatInteger, formatPercent } from "@/lib/format"
import { explainAutoVest } from "./auto-vest-field"
import { explainMultiplier } from "./multiplier-field"
import { type StepName, selectStepErrors } from "./steps"
import {
  baseTax,
  type LaunchDraft,
  type LaunchErrors,
  parseWholeNumber,
  STABLE_MULTIPLIER,
  vestSeconds,
} from "./validation"

type Props = { draft: LaunchDraft; errors: LaunchErrors; onGo: (step: StepName) => void }

/** Summary of what the launch fixes and what is still missing. */
export function LaunchReview({ draft, errors, onGo }: Props) {
  return (
    <div className="grid gap-4">
      {(["identity", "market"] as const).map((step) => (
        <IncompleteNotice
          errors={Object.values(selectStepErrors(step, errors))}
          key={step}
          linkLabel={step === "identity" ? "Go to details" : "Go to pool"}
          onGo={() => onGo(step)}
        />
      ))}
      <ReviewList items={describeLaunch(draft)} />
    </div>
  )
}

function describeLaunch(draft: LaunchDraft): ReviewItem[] {
  const isStable = draft.multiplier === STABLE_MULTIPLIER
  const depth = formatInteger(parseWholeNumber(draft.startLiquidity) ?? 0)
  const target = parseWholeNumber(draft.rewardTarget) ?? 0
  const tax = formatPercent(baseTax(draft.multiplier))
  return [
    {
      icon: "launch",
      title: "Token with its own pool",
      text: (
        <>
          <bdi>{draft.symbol || "SYMBOL"}</bdi>, <bdi>{draft.name.trim() || "unnamed"}</bdi>. Nobody
          holds any tokens before the first buy, including you.
        </>
      ),
    },
    {
      icon: "line",
      title: isStable ? "Stable+" : `Floor+ with multiplier ${draft.multiplier}`,
      text: `${explainMultiplier(draft.multiplier)} It opens at $1.00 with a virtual liquidity of $${depth}, which you do not pay.`,
    },
    {
      icon: "swap",
      title: `${tax} tax on every trade`,
      text: "You receive 20% of it in USDB, with each trade.",
    },
    target > 0
      ? {
          icon: "gift",
          title: "Reward phase",
          text: `Buyers of the first ${formatInteger(target)} USDB share 4% of the tax on every later trade.`,
        }
      : {
          icon: "gift",
          title: "No reward phase",
          text: "Early buyers receive no share of the tax.",
        },
    draft.isFrozen
      ? {
          icon: "snow",
          title: "Frozen at launch",
          text: "Only wallets on your whitelist can buy until you open the token, which is permanent.",
        }
      : {
          icon: "users",
          title: "Open to everyone",
          text: "Everyone can buy from the first block.",
        },
    describeAutoVest(draft),
    {
      icon: "lock",
      title: "Permanent",
      text: "Symbol, name, pool, reward phase and vesting of purchases cannot be changed. Image, description and links can.",
    },
  ]
}

function describeAutoVest(draft: LaunchDraft): ReviewItem {
  const seconds = vestSeconds(draft)
  const duration = seconds === null ? "" : ` for ${formatVestDuration(seconds)}`
  return draft.autoVest === "none"
    ? { icon: "clock", title: "Purchases do not vest", text: explainAutoVest("none") }
    : {
        icon: "clock",
        title: `Purchases vest${duration}`,
        text: explainAutoVest(draft.autoVest),
      }
}

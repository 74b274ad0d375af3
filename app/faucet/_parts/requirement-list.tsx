import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"
import type { ClaimRequirement } from "./claim-requirements"

const stateIcons: Record<
  ClaimRequirement["state"],
  { icon: IconName; look: string; word: string }
> = {
  met: { icon: "done", look: "text-kelp", word: "Yes" },
  unmet: { icon: "failed", look: "text-coral", word: "Not yet" },
  unknown: { icon: "help", look: "text-muted", word: "Not known yet" },
}

/** Why a wallet may claim, or why not. */
export function RequirementList({ checks }: { checks: readonly ClaimRequirement[] }) {
  return (
    <ul aria-label="What a claim needs" className="grid gap-2 text-sm">
      {checks.map(({ id, state, text }) => {
        const { icon, look, word } = stateIcons[state]
        return (
          <li className="flex items-start gap-2" data-state={state} key={id}>
            <span className={cn("mt-px", look)}>
              <Icon name={icon} size={18} />
              <span className="sr-only">{word}: </span>
            </span>
            <span className={state === "unknown" ? "text-muted" : undefined}>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

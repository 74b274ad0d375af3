import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"
import type { ClaimRequirement } from "./claim-requirements"

const stateIcons: Record<
  ClaimRequirement["state"],
  { icon: IconName; look: string; word: string }
> = {
  met: { icon: "done", look: "text-kelp", word: "Met" },
  unmet: { icon: "failed", look: "text-coral", word: "Not met" },
  unknown: { icon: "help", look: "text-muted", word: "Unknown" },
}

export function RequirementList({ requirements }: { requirements: readonly ClaimRequirement[] }) {
  return (
    <ul aria-label="Requirements" className="grid gap-2 text-sm">
      {requirements.map(({ id, state, text }) => {
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

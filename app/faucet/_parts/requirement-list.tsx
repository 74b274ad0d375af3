import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"
import type { ClaimRequirement } from "./claim-requirements"

const stateIcons: Record<
  ClaimRequirement["state"],
  { icon: IconName | null; color: string; label: string }
> = {
  met: { icon: "done", color: "text-kelp", label: "Met" },
  unmet: { icon: "failed", color: "text-coral", label: "Not met" },
  later: { icon: "clock", color: "text-muted", label: "Later" },
  unknown: { icon: null, color: "text-muted", label: "Needed" },
}

export function RequirementList({ requirements }: { requirements: readonly ClaimRequirement[] }) {
  return (
    <ul aria-label="Requirements" className="grid gap-2 text-sm">
      {requirements.map(({ id, state, text }) => {
        const { icon, color, label } = stateIcons[state]
        return (
          <li className="flex items-start gap-2" data-state={state} key={id}>
            <span className={cn("mt-px", color)}>
              {icon ? <Icon name={icon} size={18} /> : <Bullet />}
              <span className="sr-only">{label}: </span>
            </span>
            <span className={state === "unknown" ? "text-muted" : undefined}>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

const Bullet = () => (
  <span aria-hidden="true" className="inline-block w-4.5 text-center">
    •
  </span>
)

import { classes } from "@/components/ui/classes"
import { Icon, type IconName } from "@/components/ui/icon"
import type { Check } from "./checks"

const marks: Record<Check["state"], { icon: IconName; look: string; word: string }> = {
  met: { icon: "done", look: "text-kelp", word: "Yes" },
  unmet: { icon: "failed", look: "text-coral", word: "Not yet" },
  unknown: { icon: "help", look: "text-muted", word: "Not known yet" },
}

/** Why a wallet may claim, or why not. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul aria-label="What a claim needs" className="grid gap-2 text-sm">
      {checks.map(({ id, state, text }) => {
        const { icon, look, word } = marks[state]
        return (
          <li className="flex items-start gap-2" data-state={state} key={id}>
            <span className={classes("mt-px", look)}>
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

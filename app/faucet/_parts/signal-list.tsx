import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { Icon, type IconName } from "@/components/ui/icon"
import { SIGNAL_AMOUNTS } from "@/lib/faucet/amounts"
import type { SignalItem } from "./signal-items"

type StateIconProps = { icon: IconName; color: string; label: string }

const stateIcons: Record<Exclude<SignalItem["state"], "unknown">, StateIconProps> = {
  met: { icon: "done", color: "text-kelp", label: "Met" },
  unmet: { icon: "failed", color: "text-coral", label: "Not met" },
}

/** The signals with what each adds, what is missing, and where to get it. */
export function SignalList({ items }: { items: readonly SignalItem[] }) {
  return (
    <ul aria-label="Signals" className="grid gap-1 text-sm">
      {items.map(({ name, state, text, missing, href, action }) => {
        return (
          <li className="flex items-start gap-2 py-1" data-state={state} key={name}>
            {state !== "unknown" && <StateIcon {...stateIcons[state]} />}
            <span className="grid min-w-0 flex-1">
              <span>{text}</span>
              {state === "unmet" && (
                <span className="text-muted">
                  {missing}{" "}
                  <Link
                    className="inline-flex min-h-11 min-w-11 items-center text-link underline-offset-3 hover:underline"
                    href={href}
                  >
                    {action}
                  </Link>
                </span>
              )}
            </span>
            <span className={cn("figures", state === "met" ? "font-medium" : "text-muted")}>
              +{SIGNAL_AMOUNTS[name]}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const StateIcon = ({ icon, color, label }: StateIconProps) => (
  <span className={cn("mt-px", color)}>
    <Icon name={icon} size={18} />
    <span className="sr-only">{label}: </span>
  </span>
)

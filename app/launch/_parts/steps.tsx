"use client"

import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import type { LaunchDraft, LaunchErrors } from "./validation"

/** As in the URL. */
export const steps = ["identity", "market", "review"] as const
export type StepName = (typeof steps)[number]

const titles: Record<StepName, string> = {
  identity: "Details",
  market: "Pool",
  review: "Review",
}

const fieldsByStep: Record<StepName, readonly (keyof LaunchDraft)[]> = {
  identity: ["symbol", "name", "picture", "description", "website", "telegram", "socialx"],
  market: ["multiplier", "startLiquidity", "rewardTarget", "isFrozen", "autoVest", "vestDuration"],
  review: [],
}

export function selectStepErrors(step: StepName, errors: LaunchErrors): LaunchErrors {
  return Object.fromEntries(
    fieldsByStep[step].flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
  )
}

type NavProps = {
  step: StepName
  errors: LaunchErrors
  /** Steps that show their errors. */
  visited: ReadonlySet<StepName>
  onGo: (step: StepName) => void
}

export function StepsNav({ step, errors, visited, onGo }: NavProps) {
  return (
    <nav aria-label="Launch steps">
      <ol className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1">
        {steps.map((name, index) => {
          const isVisited = visited.has(name) || index < steps.indexOf(step)
          const hasErrors = isVisited && Object.keys(selectStepErrors(name, errors)).length > 0
          const isDone = isVisited && !hasErrors && name !== step && name !== "review"
          return (
            <li key={name}>
              <button
                aria-current={name === step ? "step" : undefined}
                className={cn(
                  "flex min-h-11 w-full items-center justify-center gap-1.5 rounded-[0.5rem] px-2 text-sm font-medium transition-colors",
                  name === step ? "choice-current" : "text-muted hover:text-ink",
                )}
                onClick={() => onGo(name)}
                type="button"
              >
                {hasErrors ? (
                  <span className="text-coral">
                    <Icon name="warning" size={16} />
                    <span className="sr-only">Needs attention: </span>
                  </span>
                ) : isDone ? (
                  <span className="text-kelp">
                    <Icon name="check" size={16} />
                    <span className="sr-only">Done: </span>
                  </span>
                ) : (
                  <span className="figures">{index + 1}</span>
                )}
                {titles[name]}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

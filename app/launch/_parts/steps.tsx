"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import type { LaunchDraft, LaunchErrors } from "./validation"

export const steps = ["identity", "market", "review"] as const
export type StepName = (typeof steps)[number]

const titles: Record<StepName, string> = {
  identity: "Identity",
  market: "Market",
  review: "Review",
}

/** Which fields belong to which step. */
const fieldsByStep: Record<StepName, readonly (keyof LaunchDraft)[]> = {
  identity: ["symbol", "name", "picture", "description", "website", "telegram", "socialx"],
  market: ["multiplier", "startLiquidity", "rewardTarget", "isFrozen"],
  review: [],
}

/** What is wrong within one step. */
export function selectStepErrors(step: StepName, errors: LaunchErrors): LaunchErrors {
  return Object.fromEntries(
    fieldsByStep[step].flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
  )
}

/** The step stands in the URL, so that back and forward move between steps. */
export function useStep() {
  const path = usePathname()
  const named = useSearchParams().get("step")
  const step = steps.find((each) => each === named) ?? "identity"
  const go = (next: StepName) => {
    if (next === step) return
    window.history.pushState(null, "", next === "identity" ? path : `${path}?step=${next}`)
    window.scrollTo({ top: 0 })
  }
  return { step, go }
}

type NavProps = {
  step: StepName
  errors: LaunchErrors
  /** Steps that complain, because the person has been through them. */
  visited: ReadonlySet<StepName>
  onGo: (step: StepName) => void
}

export function StepsNav({ step, errors, visited, onGo }: NavProps) {
  return (
    <nav aria-label="Steps of the launch">
      <ol className="grid grid-cols-3 gap-1 rounded-control bg-sunken p-1">
        {steps.map((name, at) => {
          const isPast = visited.has(name) || at < steps.indexOf(step)
          const isWrong = isPast && Object.keys(selectStepErrors(name, errors)).length > 0
          const isDone = isPast && !isWrong && name !== step && name !== "review"
          return (
            <li key={name}>
              <button
                aria-current={name === step ? "step" : undefined}
                className={cn(
                  "flex min-h-11 w-full items-center justify-center gap-1.5 rounded-[0.5rem] px-2 text-sm font-medium transition-colors",
                  name === step ? "bg-raised text-ink shadow-card" : "text-muted hover:text-ink",
                )}
                onClick={() => onGo(name)}
                type="button"
              >
                {isWrong ? (
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
                  <span className="figures">{at + 1}</span>
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

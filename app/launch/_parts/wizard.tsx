"use client"

import { type ReactNode, useEffect, useRef, useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { useTransactions } from "@/components/wallet/transactions/store"
import { launchDrafts } from "./draft"
import { IdentityStep } from "./identity-step"
import { LazyLaunchPanel } from "./launch-island"
import { transactionName } from "./launch-name"
import { PoolStep } from "./pool-step"
import { LaunchPreview } from "./preview"
import { LaunchReview } from "./review"
import { type StepName, StepsNav, selectStepErrors, steps, useStep } from "./steps"
import { type LaunchDraft, type LaunchErrors, validateLaunch } from "./validation"

/** From an idea to a token in three steps and one transaction. The draft survives everything but being stored. */
export function LaunchWizard() {
  const stored = useDraft(launchDrafts)
  const { step: chosen, go } = useStep()
  const isSent = useHasSent(stored.id, stored.created)
  // What is on the chain cannot be drafted any more.
  const step = isSent ? "review" : chosen
  const [visited, setVisited] = useState<ReadonlySet<StepName>>(new Set())
  const [touched, setTouched] = useState<ReadonlySet<keyof LaunchDraft>>(new Set())
  const { draft, edit } = stored
  const errors = validateLaunch(draft)

  const goTo = (next: StepName) => {
    setVisited(new Set([...visited, step, ...(next === "review" ? steps : [])]))
    go(next)
  }
  const goNext = (next: StepName) => {
    setVisited(new Set([...visited, step]))
    if (Object.keys(selectStepErrors(step, errors)).length === 0) goTo(next)
  }
  const form = {
    draft,
    edit,
    errors: visited.has(step) ? errors : selectTouched(errors, touched),
    touch: (field: keyof LaunchDraft) => setTouched(new Set([...touched, field])),
  }

  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4">
        {!isSent && <StepsNav errors={errors} onGo={goTo} visited={visited} step={step} />}
        {!stored.isKept && (
          <Notice title="This browser does not keep the draft" tone="warning">
            <p>
              Its storage is full or switched off. Stay on this page until the token is launched.
            </p>
          </Notice>
        )}
        <Step
          heading={stored.created ? "One thing left" : isSent ? "On its way" : headings[step]}
          name={step}
        >
          {step === "identity" && <IdentityStep {...form} onNext={() => goNext("market")} />}
          {step === "market" && (
            <PoolStep {...form} onBack={() => goTo("identity")} onNext={() => goNext("review")} />
          )}
          {step === "review" && (
            <div className="grid grid-cols-1 gap-5">
              {!isSent && <LaunchReview draft={draft} errors={errors} onGo={go} />}
              {stored.isLoaded && (
                <LazyLaunchPanel
                  isComplete={Object.keys(errors).length === 0}
                  stored={stored}
                  onCreated={stored.noteCreated}
                  onStored={stored.drop}
                />
              )}
              {!isSent && (
                <Button
                  className="justify-self-start"
                  variant="quiet"
                  onClick={() => goTo("market")}
                >
                  Back to the market
                </Button>
              )}
            </div>
          )}
        </Step>
      </div>
      <LaunchPreview draft={draft} errors={errors} />
    </div>
  )
}

const headings: Record<StepName, string> = {
  identity: "Who it is",
  market: "How it trades",
  review: "What will happen",
}

type StepProps = { name: StepName; heading: string; children: ReactNode }

/** The content of a step; its heading takes the focus when the step changes. */
function Step({ name, heading: title, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(name)
  useEffect(() => {
    if (before.current === name) return
    before.current = name
    heading.current?.focus({ preventScroll: true })
  }, [name])
  return (
    <Card>
      <h2 className="mb-4 outline-none" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** Whether the draft's transaction is on its way or through. */
function useHasSent(id: string, created: string | null) {
  const entries = useTransactions()
  if (created) return true
  return entries.some(
    ({ name, phase }) =>
      name === transactionName(id) && ["pending", "mined", "indexed"].includes(phase),
  )
}

/** A field complains only after it was left, or after its step was. */
function selectTouched(
  errors: LaunchErrors,
  touched: ReadonlySet<keyof LaunchDraft>,
): LaunchErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => has(touched, field)))
}

const has = (set: ReadonlySet<string>, field: string) => set.has(field)

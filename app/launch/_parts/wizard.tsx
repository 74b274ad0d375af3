"use client"

import { type ReactNode, useEffect, useRef, useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { useTray } from "@/components/wallet/tray"
import { launchDrafts } from "./draft"
import { IdentityStep } from "./identity-step"
import { LaunchIsland } from "./launch-island"
import { launchName } from "./launch-name"
import { MarketStep } from "./market-step"
import { checkDraft, type Draft, type DraftErrors } from "./plan"
import { LaunchPreview } from "./preview"
import { ReviewWords } from "./review-words"
import { errorsOf, type StepName, StepsNav, steps, useStep } from "./steps"

/** From an idea to a token in three steps and one transaction. The draft survives everything but being stored. */
export function Wizard() {
  const kept = useDraft(launchDrafts)
  const { step: chosen, go } = useStep()
  const isSent = useIsSent(kept.id, kept.created)
  // What is on the chain cannot be drafted any more.
  const step = isSent ? "review" : chosen
  const [seen, setSeen] = useState<ReadonlySet<StepName>>(new Set())
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft>>(new Set())
  const { draft, edit } = kept
  const errors = checkDraft(draft)

  const leave = (next: StepName) => {
    setSeen(new Set([...seen, step, ...(next === "review" ? steps : [])]))
    go(next)
  }
  const forward = (next: StepName) => {
    setSeen(new Set([...seen, step]))
    if (Object.keys(errorsOf(step, errors)).length === 0) leave(next)
  }
  const form = {
    draft,
    edit,
    errors: seen.has(step) ? errors : shown(errors, touched),
    touch: (field: keyof Draft) => setTouched(new Set([...touched, field])),
  }

  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4">
        {!isSent && <StepsNav errors={errors} onGo={leave} seen={seen} step={step} />}
        {!kept.isKept && (
          <Notice title="This browser does not keep the draft" tone="warning">
            <p>
              Its storage is full or switched off. Stay on this page until the token is launched.
            </p>
          </Notice>
        )}
        <Step
          heading={kept.created ? "One thing left" : isSent ? "On its way" : headings[step]}
          name={step}
        >
          {step === "identity" && <IdentityStep {...form} onNext={() => forward("market")} />}
          {step === "market" && (
            <MarketStep
              {...form}
              onBack={() => leave("identity")}
              onNext={() => forward("review")}
            />
          )}
          {step === "review" && (
            <div className="grid grid-cols-1 gap-5">
              {!isSent && <ReviewWords draft={draft} errors={errors} onGo={go} />}
              {kept.isLoaded && (
                <LaunchIsland
                  isComplete={Object.keys(errors).length === 0}
                  kept={kept}
                  onCreated={kept.noteCreated}
                  onStored={kept.drop}
                />
              )}
              {!isSent && (
                <Button className="justify-self-start" look="quiet" onClick={() => leave("market")}>
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
function useIsSent(id: string, created: string | null) {
  const entries = useTray()
  if (created) return true
  return entries.some(
    ({ name, phase }) => name === launchName(id) && ["pending", "mined", "indexed"].includes(phase),
  )
}

/** A field complains only after it was left, or after its step was. */
function shown(errors: DraftErrors, touched: ReadonlySet<keyof Draft>): DraftErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => has(touched, field)))
}

const has = (set: ReadonlySet<string>, field: string) => set.has(field)

"use client"

import { useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { ReviewStep } from "@/components/wizard/review"
import { useHasSent } from "@/components/wizard/use-has-sent"
import { useStep } from "@/components/wizard/use-step"
import { WizardLayout } from "@/components/wizard/wizard-layout"
import { addTouched, launchDrafts, launchTransactionName } from "./draft"
import { IdentityStep } from "./identity-step"
import { PoolStep } from "./pool-step"
import { LaunchPreview } from "./preview"
import { LaunchReview } from "./review"
import { type StepName, StepsNav, selectStepErrors, steps } from "./steps"
import { type LaunchDraft, type LaunchErrors, validateLaunch } from "./validation"

const LazyLaunchPanel = lazyWithWallet(
  () => import("./launch-panel").then(({ LaunchPanel }) => LaunchPanel),
  { fallback: <Skeleton className="h-56 rounded-card" /> },
)

/** Launches a token in three steps and one transaction. The draft stays until its content is stored. */
export function LaunchWizard() {
  const stored = useDraft(launchDrafts)
  const { step: selected, go } = useStep(steps)
  const hasSent = useHasSent(launchTransactionName(stored.id), stored.created)
  const step = hasSent ? "review" : selected
  const [visited, setVisited] = useState<ReadonlySet<StepName>>(new Set())
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
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
    touch: (field: keyof LaunchDraft) => setTouched(addTouched(touched, draft, field)),
  }

  return (
    <WizardLayout
      heading={stored.created ? "Save the content" : hasSent ? "Launching" : headings[step]}
      isSaved={stored.isKept}
      nav={!hasSent && <StepsNav errors={errors} onGo={goTo} step={step} visited={visited} />}
      preview={<LaunchPreview draft={draft} errors={errors} />}
      step={step}
      unsavedHint="Stay on this page until the token is launched."
    >
      {step === "identity" && <IdentityStep {...form} onNext={() => goNext("market")} />}
      {step === "market" && (
        <PoolStep {...form} onBack={() => goTo("identity")} onNext={() => goNext("review")} />
      )}
      {step === "review" && (
        <ReviewStep
          backLabel="Back to pool"
          hasSent={hasSent}
          onBack={() => goTo("market")}
          panel={
            stored.isLoaded && (
              <LazyLaunchPanel
                isComplete={Object.keys(errors).length === 0}
                onCreated={stored.noteCreated}
                onStored={stored.drop}
                stored={stored}
              />
            )
          }
          review={<LaunchReview draft={draft} errors={errors} onGo={go} />}
        />
      )}
    </WizardLayout>
  )
}

const headings: Record<StepName, string> = {
  identity: "Token details",
  market: "Pool",
  review: "Review",
}

/** A field shows its error after it was filled in and left, or after its step was left. */
function selectTouched(errors: LaunchErrors, touched: ReadonlySet<string>): LaunchErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => touched.has(field)))
}

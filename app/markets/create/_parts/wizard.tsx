"use client"

import { useEffect, useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { ReviewStep } from "@/components/wizard/review"
import { useHasSent } from "@/components/wizard/use-has-sent"
import { useStep } from "@/components/wizard/use-step"
import { WizardLayout } from "@/components/wizard/wizard-layout"
import { creationTransactionName, marketDrafts } from "./draft"
import { MarketForm } from "./form"
import { MarketPreview } from "./preview"
import { MarketReview } from "./review"
import { type ToSkeleton, validateMarket } from "./validation"

const LazyMarketPanel = lazyWithWallet(
  () => import("./market-panel").then(({ MarketPanel }) => MarketPanel),
  { fallback: <Skeleton className="h-56 rounded-card" /> },
)

const steps = ["question", "review"] as const

/** Creates a market: a form, a review, one transaction. */
export function MarketWizard() {
  const stored = useDraft(marketDrafts)
  const { step: selected, go } = useStep(steps)
  const hasSent = useHasSent(creationTransactionName(stored.id), stored.created)
  const step = hasSent ? "review" : selected
  const [isValidated, setValidated] = useState(false)
  const { draft } = stored
  const errors = validateMarket(draft, new Date(), useSkeleton(draft.options))
  const isComplete = Object.keys(errors).length === 0
  const goNext = () => {
    setValidated(true)
    if (isComplete) go("review")
  }
  const goBack = () => go("question")
  return (
    <WizardLayout
      heading={
        stored.created
          ? "Save the content"
          : hasSent
            ? "Creating the market"
            : step === "review"
              ? "Review"
              : "Market details"
      }
      isSaved={stored.isKept}
      preview={<MarketPreview draft={draft} />}
      step={step}
      unsavedHint="Stay on this page until the market is created."
    >
      {step === "review" ? (
        <ReviewStep
          backLabel="Back to details"
          hasSent={hasSent}
          onBack={goBack}
          panel={
            stored.isLoaded && (
              <LazyMarketPanel
                isComplete={isComplete}
                onCreated={stored.noteCreated}
                onStored={stored.drop}
                stored={stored}
              />
            )
          }
          review={<MarketReview draft={draft} errors={errors} onBack={goBack} />}
        />
      ) : (
        <MarketForm
          draft={draft}
          edit={stored.edit}
          errors={isValidated ? errors : {}}
          onNext={goNext}
        />
      )}
    </WizardLayout>
  )
}

/** Loads the large table of look-alike characters, once the outcomes are not the default ones. */
function useSkeleton(options: readonly string[]): ToSkeleton | undefined {
  const [skeleton, setFound] = useState<{ toSkeleton: ToSkeleton }>()
  const isDefault = options.join("\n") === marketDrafts.empty.options.join("\n")
  useEffect(() => {
    if (isDefault) return
    let isUnmounted = false
    import("@/lib/tokens/names/skeleton").then(
      ({ toSkeleton }) => {
        if (!isUnmounted) setFound({ toSkeleton })
      },
      // Without the table outcomes are compared exactly, as the contract does.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [isDefault])
  return skeleton?.toSkeleton
}

"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { useTransactions } from "@/components/wallet/transactions/store"
import { LazyCreationPanel } from "./creation-island"
import { transactionName } from "./creation-name"
import { marketDrafts } from "./draft"
import { MarketForm } from "./form"
import { MarketPreview } from "./preview"
import { MarketReview } from "./review"
import { type ToSkeleton, validateMarket } from "./validation"

/** From a question to a market: one page to fill in, one to read, one transaction. */
export function MarketWizard() {
  const stored = useDraft(marketDrafts)
  const { isReview, go } = useReviewStep()
  const isSent = useHasSent(stored.id, stored.created)
  const [isValidated, setChecked] = useState(false)
  const { draft } = stored
  const errors = validateMarket(draft, new Date(), useSkeleton(draft.options))
  const isComplete = Object.keys(errors).length === 0
  const next = () => {
    setChecked(true)
    if (isComplete) go(true)
  }
  // What is on the chain cannot be drafted any more.
  const isReviewing = isReview || isSent
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4">
        {!stored.isKept && (
          <Notice title="This browser does not keep the draft" tone="warning">
            <p>
              Its storage is full or switched off. Stay on this page until the market is created.
            </p>
          </Notice>
        )}
        <Card>
          <Heading isReading={isReviewing}>
            {stored.created
              ? "One thing left"
              : isSent
                ? "On its way"
                : isReview
                  ? "What will happen"
                  : "The question"}
          </Heading>
          {isReviewing ? (
            <div className="grid grid-cols-1 gap-5">
              {!isSent && <MarketReview draft={draft} errors={errors} onBack={() => go(false)} />}
              {stored.isLoaded && (
                <LazyCreationPanel
                  isComplete={isComplete}
                  stored={stored}
                  onCreated={stored.noteCreated}
                  onStored={stored.drop}
                />
              )}
              {!isSent && (
                <Button className="justify-self-start" variant="quiet" onClick={() => go(false)}>
                  Back to the question
                </Button>
              )}
            </div>
          ) : (
            <MarketForm
              draft={draft}
              edit={stored.edit}
              errors={isValidated ? errors : {}}
              onNext={next}
            />
          )}
        </Card>
      </div>
      <MarketPreview draft={draft} />
    </div>
  )
}

/** The table of look-alike characters is large: it comes when the outcomes are not the usual ones. */
function useSkeleton(options: readonly string[]): ToSkeleton | undefined {
  const [found, setFound] = useState<{ lookOf: ToSkeleton }>()
  const isUsual = options.join("\n") === marketDrafts.empty.options.join("\n")
  useEffect(() => {
    if (isUsual) return
    let isGone = false
    import("@/lib/tokens/names/skeleton").then(
      ({ toSkeleton }) => {
        if (!isGone) setFound({ lookOf: toSkeleton })
      },
      // Without the table outcomes are compared letter by letter, as the contract compares them.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [isUsual])
  return found?.lookOf
}

/** Takes the focus when the page turns. */
function Heading({ isReading, children }: { isReading: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(isReading)
  useEffect(() => {
    if (before.current === isReading) return
    before.current = isReading
    heading.current?.focus({ preventScroll: true })
  }, [isReading])
  return (
    <h2 className="mb-4 outline-none" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

/** Stands in the URL, so that back and forward turn the page. */
function useReviewStep() {
  const path = usePathname()
  const isReview = useSearchParams().get("step") === "review"
  const go = (to: boolean) => {
    if (to === isReview) return
    window.history.pushState(null, "", to ? `${path}?step=review` : path)
    window.scrollTo({ top: 0 })
  }
  return { isReview, go }
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

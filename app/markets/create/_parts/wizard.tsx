"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Notice } from "@/components/ui/notice"
import { useTray } from "@/components/wallet/tray"
import { CreationIsland } from "./creation-island"
import { creationName } from "./creation-name"
import { marketDrafts } from "./draft"
import { MarketForm } from "./form"
import { checkDraft, type LookOf } from "./plan"
import { MarketPreview } from "./preview"
import { Review } from "./review"

/** From a question to a market: one page to fill in, one to read, one transaction. */
export function Wizard() {
  const kept = useDraft(marketDrafts)
  const { isReview, go } = useReview()
  const isSent = useIsSent(kept.id, kept.created)
  const [isChecked, setChecked] = useState(false)
  const { draft } = kept
  const errors = checkDraft(draft, new Date(), useLookOf(draft.options))
  const isComplete = Object.keys(errors).length === 0
  const next = () => {
    setChecked(true)
    if (isComplete) go(true)
  }
  // What is on the chain cannot be drafted any more.
  const isReading = isReview || isSent
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4">
        {!kept.isKept && (
          <Notice title="This browser does not keep the draft" tone="warning">
            <p>
              Its storage is full or switched off. Stay on this page until the market is created.
            </p>
          </Notice>
        )}
        <Card>
          <Heading isReading={isReading}>
            {kept.created
              ? "One thing left"
              : isSent
                ? "On its way"
                : isReview
                  ? "What will happen"
                  : "The question"}
          </Heading>
          {isReading ? (
            <div className="grid grid-cols-1 gap-5">
              {!isSent && <Review draft={draft} errors={errors} onBack={() => go(false)} />}
              {kept.isLoaded && (
                <CreationIsland
                  isComplete={isComplete}
                  kept={kept}
                  onCreated={kept.noteCreated}
                  onStored={kept.drop}
                />
              )}
              {!isSent && (
                <Button className="justify-self-start" look="quiet" onClick={() => go(false)}>
                  Back to the question
                </Button>
              )}
            </div>
          ) : (
            <MarketForm
              draft={draft}
              edit={kept.edit}
              errors={isChecked ? errors : {}}
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
function useLookOf(options: readonly string[]): LookOf | undefined {
  const [found, setFound] = useState<{ lookOf: LookOf }>()
  const isUsual = options.join("\n") === marketDrafts.empty.options.join("\n")
  useEffect(() => {
    if (isUsual) return
    let isGone = false
    import("@/lib/tokens/names/skeleton").then(
      ({ skeleton }) => {
        if (!isGone) setFound({ lookOf: skeleton })
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
function useReview() {
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
function useIsSent(id: string, created: string | null) {
  const entries = useTray()
  if (created) return true
  return entries.some(
    ({ name, phase }) =>
      name === creationName(id) && ["pending", "mined", "indexed"].includes(phase),
  )
}

"use client"

import { type ReactNode, useEffect, useRef } from "react"
import { Card } from "@/components/ui/card"
import { NeedsScripts } from "@/components/ui/needs-scripts"
import { Notice } from "@/components/ui/notice"

type WizardLayoutProps = {
  /** The step that is shown; its heading takes the focus when it changes. */
  step: string
  heading: string
  /** Whether this browser stores the draft. */
  isSaved: boolean
  /** Advice when it does not: "Stay on this page until the token is launched." */
  unsavedHint: string
  /** The steps, above the card. */
  nav?: ReactNode
  preview: ReactNode
  children: ReactNode
}

/** The frame of a wizard: one step at a time, with a preview beside it. */
export function WizardLayout(props: WizardLayoutProps) {
  const { step, heading, isSaved, unsavedHint, nav, preview, children } = props
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4">
        {nav}
        {!isSaved && (
          <Notice title="Draft not saved" tone="warning">
            <p>The storage of this browser is full or disabled. {unsavedHint}</p>
          </Notice>
        )}
        <Card>
          <StepHeading step={step}>{heading}</StepHeading>
          <NeedsScripts />
          {children}
        </Card>
      </div>
      <div className="lg:sticky lg:top-22">
        <Card title="Preview">{preview}</Card>
      </div>
    </div>
  )
}

function StepHeading({ step, children }: { step: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    if (previous.current === step) return
    previous.current = step
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <h2 className="mb-4 outline-none" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

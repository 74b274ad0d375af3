"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { NativeSelect } from "@/components/ui/native-select"
import { TextArea } from "@/components/ui/text-area"
import { toast } from "@/components/ui/toast"
import { useSession } from "@/components/wallet/session/session"
import { categoryLabels, severityLabels } from "@/lib/bugs/labels"
import {
  type BugCategory,
  type BugSeverity,
  bugCategories,
  bugSeverities,
  isEvidence,
  MAX_DESCRIPTION_LENGTH,
  MAX_EVIDENCE_LENGTH,
  MAX_TITLE_LENGTH,
} from "@/lib/bugs/validation"
import { trimText } from "@/lib/readable-text"
import { reportsKey } from "./use-reports"

type Draft = {
  title: string
  description: string
  severity: BugSeverity
  category: BugCategory
  evidence: string
}

const EMPTY: Draft = {
  title: "",
  description: "",
  severity: "medium",
  category: "frontend",
  evidence: "",
}

/** Missing or wrong input, by field. */
function findProblems({ title, description, evidence }: Draft) {
  const link = trimText(evidence)
  return {
    title: trimText(title) ? null : "Say in one line what is broken.",
    description: trimText(description) ? null : "Describe what you did and what happened.",
    evidence:
      !link || isEvidence(link)
        ? null
        : "Enter an https address of a public site, or a transaction hash.",
  }
}

export function ReportForm({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const queries = useQueryClient()
  const { run, isPending, failure } = useAction()
  const [draft, setDraft] = useState(EMPTY)
  const [isChecked, setChecked] = useState(false)
  /** Reports sent from this form: each makes new selects, which keep their choice themselves. */
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const problems = findProblems(draft)
  const shown = isChecked ? problems : { ...problems, title: null, description: null }
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async () => {
    setChecked(true)
    if (Object.values(problems).some((problem) => problem !== null)) {
      // The first one, once it is marked.
      setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus())
      return
    }
    const { evidence, ...body } = draft
    const isSent = await run(() =>
      request("POST /api/v1/bugs/reports", {
        body: { ...body, ...(trimText(evidence) && { evidence: trimText(evidence) }) },
      }),
    )
    if (!isSent) return
    setDraft(EMPTY)
    setChecked(false)
    setSent(sent + 1)
    toast({ title: "Report sent", description: "You see its status below.", tone: "good" })
    await queries.invalidateQueries({ queryKey: reportsKey(wallet) })
  }

  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      ref={form}
    >
      <Field
        error={shown.title}
        label="Title"
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => change({ title: event.target.value })}
        required
        value={draft.title}
      />
      <TextArea
        error={shown.description}
        hint="What you did, what you expected, what happened."
        label="Description"
        maxLength={MAX_DESCRIPTION_LENGTH}
        onChange={(event) => change({ description: event.target.value })}
        required
        rows={6}
        value={draft.description}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NativeSelect
          key={`severity ${sent}`}
          label="Severity"
          onChange={(event) =>
            change({
              severity: bugSeverities.find((each) => each === event.target.value) ?? draft.severity,
            })
          }
          options={bugSeverities.map((severity) => [severity, severityLabels[severity]])}
          value={draft.severity}
        />
        <NativeSelect
          key={`category ${sent}`}
          label="Where"
          onChange={(event) =>
            change({
              category: bugCategories.find((each) => each === event.target.value) ?? draft.category,
            })
          }
          options={bugCategories.map((category) => [category, categoryLabels[category]])}
          value={draft.category}
        />
      </div>
      <Field
        error={shown.evidence}
        hint="Optional: an https address, or the hash of a transaction."
        label="Evidence"
        maxLength={MAX_EVIDENCE_LENGTH}
        onChange={(event) => change({ evidence: event.target.value })}
        spellCheck={false}
        value={draft.evidence}
      />
      <Button pending={isPending} size="lg" type="submit">
        Send report
      </Button>
      <div aria-live="polite">{failure && <FailureNotice failure={failure} />}</div>
    </form>
  )
}

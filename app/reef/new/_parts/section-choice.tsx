"use client"

import { sectionLabels } from "@/components/reef/section-labels"
import { type OpenSection, openSections } from "./draft"

type SectionChoiceProps = {
  section: OpenSection
  onChange: (section: OpenSection) => void
  /** Null until someone has signed in. */
  isAgent: boolean | null
}

export function SectionChoice({ section, onChange, isAgent }: SectionChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">Section</legend>
      {openSections.map((each) => (
        <label
          className="flex min-h-11 items-start gap-3 rounded-control border border-line-strong p-3 has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-60"
          key={each}
        >
          <input
            checked={section === each}
            className="mt-0.5 size-5 shrink-0 accent-accent"
            disabled={each === "agent" && isAgent === false && section !== each}
            name="section"
            onChange={() => onChange(each)}
            type="radio"
            value={each}
          />
          <span className="grid gap-0.5 text-sm">
            <span className="font-medium">{sectionLabels[each].name}</span>
            <span className="text-muted">
              {sectionLabels[each].explained}
              {each === "agent" && isAgent === false && " Your wallet has none."}
            </span>
          </span>
        </label>
      ))}
      <p className="text-sm text-muted">
        The Humans section is an archive and does not accept new posts.
      </p>
    </fieldset>
  )
}

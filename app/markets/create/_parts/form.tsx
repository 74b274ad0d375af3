"use client"

import { PictureField } from "@/components/content/picture-field"
import { TextFields } from "@/components/content/text-fields"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { formatDateTime } from "@/lib/format"
import { OptionsField } from "./options-field"
import { SimilarMarkets } from "./similar-markets"
import {
  deriveSymbol,
  findMinSeed,
  type MarketDraft,
  type MarketErrors,
  parseEndTime,
} from "./validation"

type FormProps = {
  draft: MarketDraft
  /** The errors to show. */
  errors: MarketErrors
  edit: (change: Partial<MarketDraft>) => void
  onNext: () => void
}

const kinds = [
  { value: "public", label: "Public" },
  { value: "private", label: "Private" },
] as const

/** The fields of a market. */
export function MarketForm({ draft, errors, edit, onNext }: FormProps) {
  return (
    <Form className="grid grid-cols-1 gap-6" onSubmit={onNext}>
      <Field
        error={errors.question ?? null}
        hint="Must have exactly one true outcome."
        label="Question"
        onChange={(event) => edit({ question: event.target.value })}
        placeholder="Will it rain on the opening day?"
        required
        value={draft.question}
      />
      <SimilarMarkets question={draft.question} />
      <OptionsField
        errors={errors}
        onChange={(options) => edit({ options })}
        options={draft.options}
      />
      <EndFields draft={draft} edit={edit} errors={errors} />
      <KindField draft={draft} edit={edit} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          error={errors.seed ?? null}
          hint={`You pay it; the winners share it. At least ${findMinSeed(draft)} USDB, in steps of 10.`}
          inputMode="decimal"
          label="Seed"
          onChange={(event) => edit({ seed: event.target.value })}
          unit="USDB"
          value={draft.seed}
        />
        <Field
          error={errors.symbol ?? null}
          hint="Symbol of the market token."
          label="Symbol"
          onChange={(event) => edit({ symbol: event.target.value.trim() })}
          placeholder={deriveSymbol({ ...draft, symbol: "" })}
          value={draft.symbol}
        />
      </div>
      <PictureField canRemove onChange={(picture) => edit({ picture })} picture={draft.picture} />
      <TextFields
        descriptionHint="Resolution source, criteria and edge cases. Voters follow them."
        descriptionLabel="Rules"
        errors={errors}
        onChange={edit}
        texts={draft}
      />
      <Button className="justify-self-end" type="submit">
        Next: review
      </Button>
    </Form>
  )
}

const END_HINT = "The pool then closes, and the outcome can be proposed."

function EndFields({ draft, errors, edit }: Omit<FormProps, "onNext">) {
  const end = draft.isOpenEnded ? null : parseEndTime(draft.endsAt)
  return (
    <div className="grid gap-1">
      {!draft.isOpenEnded && (
        <Field
          error={errors.endsAt ?? null}
          hint={end ? `Local time: ${formatDateTime(end)}. ${END_HINT}` : `Local time. ${END_HINT}`}
          label="Ends at"
          onChange={(event) => edit({ endsAt: event.target.value })}
          type="datetime-local"
          value={draft.endsAt}
        />
      )}
      <Checkbox
        checked={draft.isOpenEnded}
        hint={
          draft.kind === "public"
            ? "The outcome can be proposed at any time, which closes the pool. Early proposals can be disputed."
            : "The outcome can be voted on at any time. The first vote closes the pool."
        }
        label="No end time"
        onChange={(isOpenEnded) => edit({ isOpenEnded })}
      />
    </div>
  )
}

function KindField({ draft, edit }: Pick<FormProps, "draft" | "edit">) {
  return (
    <div className="grid gap-2">
      <SegmentedControl
        label="Type"
        onChange={(kind) => edit({ kind, ...(kind === "public" && { isPrivateEvent: false }) })}
        options={kinds}
        value={draft.kind}
      />
      <p className="text-sm text-muted">
        {draft.kind === "public"
          ? "Anyone can propose or dispute the outcome with a bond. Stakers vote on disputes."
          : "You and the voters you add vote on the outcome. No bonds, no disputes."}
      </p>
      {draft.kind === "private" && (
        <Checkbox
          checked={draft.isPrivateEvent}
          hint="You add the buyers after the market is created."
          label="Only listed wallets can buy"
          onChange={(isPrivateEvent) => edit({ isPrivateEvent })}
        />
      )}
    </div>
  )
}

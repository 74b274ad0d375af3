"use client"

import { PictureField } from "@/components/content/picture-field"
import { TextFields } from "@/components/content/text-fields"
import { Button } from "@/components/ui/button"
import { CheckField } from "@/components/ui/check-field"
import { Choice } from "@/components/ui/choice"
import { Field } from "@/components/ui/field"
import { dateTime } from "@/lib/format"
import { OptionsField } from "./options-field"
import { type Draft, type DraftErrors, endOf, leastSeed, symbolOf } from "./plan"
import { Similar } from "./similar"

type FormProps = {
  draft: Draft
  /** Only those the person should see by now. */
  errors: DraftErrors
  edit: (change: Partial<Draft>) => void
  onNext: () => void
}

const kinds = [
  { value: "public", label: "Public" },
  { value: "private", label: "Private" },
] as const

/** Everything a market is made of, on one page. */
export function MarketForm({ draft, errors, edit, onNext }: FormProps) {
  return (
    <form
      className="grid grid-cols-1 gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <Field
        error={errors.question ?? null}
        hint="So that everybody reads it the same way, and exactly one outcome comes true."
        label="Question"
        onChange={(event) => edit({ question: event.target.value })}
        placeholder="Will it rain on the opening day?"
        required
        value={draft.question}
      />
      <Similar question={draft.question} />
      <OptionsField
        errors={errors}
        onChange={(options) => edit({ options })}
        options={draft.options}
      />
      <End draft={draft} edit={edit} errors={errors} />
      <Kind draft={draft} edit={edit} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          error={errors.seed ?? null}
          hint={`Yours, and part of what the winners share. At least ${leastSeed(draft)} USDB, a multiple of 10.`}
          inputMode="decimal"
          label="Seed of the pot"
          onChange={(event) => edit({ seed: event.target.value })}
          unit="USDB"
          value={draft.seed}
        />
        <Field
          error={errors.symbol ?? null}
          hint="Of the token behind the market."
          label="Symbol"
          onChange={(event) => edit({ symbol: event.target.value.trim() })}
          placeholder={symbolOf({ ...draft, symbol: "" })}
          value={draft.symbol}
        />
      </div>
      <PictureField canRemove onChange={(picture) => edit({ picture })} picture={draft.picture} />
      <TextFields
        descriptionHint="What counts, by which source, and what happens in doubtful cases. Voters go by it."
        descriptionLabel="Rules"
        errors={errors}
        onChange={edit}
        texts={draft}
      />
      <Button className="justify-self-end" type="submit">
        Next: review
      </Button>
    </form>
  )
}

const AT_END = "The pool stops selling then, and the outcome can be named."

function End({ draft, errors, edit }: Omit<FormProps, "onNext">) {
  const end = draft.isOpenEnded ? null : endOf(draft.endsAt)
  return (
    <div className="grid gap-1">
      {!draft.isOpenEnded && (
        <Field
          error={errors.endsAt ?? null}
          hint={
            end
              ? `In your own time; that is ${dateTime(end)}. ${AT_END}`
              : `In your own time. ${AT_END}`
          }
          label="Ends at"
          onChange={(event) => edit({ endsAt: event.target.value })}
          type="datetime-local"
          value={draft.endsAt}
        />
      )}
      <CheckField
        checked={draft.isOpenEnded}
        hint={
          draft.kind === "public"
            ? "The outcome can be proposed at any time, which closes the pool. Who comes too early can be told so."
            : "The outcome can be voted on at any time. The first vote closes the pool."
        }
        label="No end time"
        onChange={(isOpenEnded) => edit({ isOpenEnded })}
      />
    </div>
  )
}

function Kind({ draft, edit }: Pick<FormProps, "draft" | "edit">) {
  return (
    <div className="grid gap-2">
      <Choice
        label="Kind"
        onChange={(kind) => edit({ kind, ...(kind === "public" && { isPrivateEvent: false }) })}
        options={kinds}
        value={draft.kind}
      />
      <p className="text-sm text-muted">
        {draft.kind === "public"
          ? "Anybody can propose the outcome and dispute it, with a bond; stakers vote."
          : "You and the voters you name decide the outcome by a vote. There are no bonds and no disputes."}
      </p>
      {draft.kind === "private" && (
        <CheckField
          checked={draft.isPrivateEvent}
          hint="You admit the buyers, one by one, after the market is created."
          label="Only wallets I admit may buy"
          onChange={(isPrivateEvent) => edit({ isPrivateEvent })}
        />
      )}
    </div>
  )
}

import { PictureField } from "@/components/content/picture-field"
import { TextFields } from "@/components/content/text-fields"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { SimilarTokens } from "./similar-tokens"
import type { LaunchDraft, LaunchErrors } from "./validation"

export type StepFormProps = {
  draft: LaunchDraft
  /** Those to show by now. */
  errors: LaunchErrors
  edit: (change: Partial<LaunchDraft>) => void
  touch: (field: keyof LaunchDraft) => void
}

export function IdentityStep({
  draft,
  errors,
  edit,
  touch,
  onNext,
}: StepFormProps & { onNext: () => void }) {
  return (
    <Form className="grid grid-cols-1 gap-5" onSubmit={onNext}>
      <PictureField canRemove onChange={(picture) => edit({ picture })} picture={draft.picture} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          error={errors.symbol ?? null}
          hint="Short, without spaces, such as KELP."
          label="Symbol"
          onBlur={() => touch("symbol")}
          onChange={(event) => edit({ symbol: event.target.value.trim() })}
          required
          value={draft.symbol}
        />
        <Field
          error={errors.name ?? null}
          hint="Cannot be changed later."
          label="Name"
          onBlur={() => touch("name")}
          onChange={(event) => edit({ name: event.target.value })}
          required
          value={draft.name}
        />
      </div>
      <SimilarTokens name={draft.name} symbol={draft.symbol} />
      <TextFields errors={errors} onChange={edit} onLeave={touch} texts={draft} />
      <Button className="justify-self-end" type="submit">
        Next: pool
      </Button>
    </Form>
  )
}

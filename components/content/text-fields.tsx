import { Field } from "@/components/ui/field"
import { TextArea } from "@/components/ui/text-area"
import { MAX_DESCRIPTION_LENGTH } from "@/lib/content/validation"
import type { ProjectTexts, TextErrors } from "./project-texts"

type Props = {
  texts: ProjectTexts
  /** Only those the person should see by now. */
  errors: TextErrors
  onChange: (change: Partial<ProjectTexts>) => void
  onLeave?: (field: keyof ProjectTexts) => void
  descriptionLabel?: string
  descriptionHint?: string
}

/** Description and links of a token; none of them is required. */
export function TextFields({
  texts,
  errors,
  onChange,
  onLeave,
  descriptionLabel = "Description",
  descriptionHint = "What it is and why it exists. You can change it later.",
}: Props) {
  return (
    <>
      <TextArea
        error={errors.description ?? null}
        hint={descriptionHint}
        label={descriptionLabel}
        maxLength={MAX_DESCRIPTION_LENGTH}
        onBlur={() => onLeave?.("description")}
        onChange={(event) => onChange({ description: event.target.value })}
        value={texts.description}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-5">
        <Field
          autoCapitalize="none"
          error={errors.website ?? null}
          inputMode="url"
          label="Website"
          onBlur={() => onLeave?.("website")}
          onChange={(event) => onChange({ website: event.target.value })}
          placeholder="https://"
          value={texts.website}
        />
        <Field
          autoCapitalize="none"
          error={errors.telegram ?? null}
          label="Telegram"
          onBlur={() => onLeave?.("telegram")}
          onChange={(event) => onChange({ telegram: event.target.value })}
          placeholder="@name"
          value={texts.telegram}
        />
        <Field
          autoCapitalize="none"
          error={errors.socialx ?? null}
          label="X"
          onBlur={() => onLeave?.("socialx")}
          onChange={(event) => onChange({ socialx: event.target.value })}
          placeholder="@name"
          value={texts.socialx}
        />
      </div>
    </>
  )
}

import { Field } from "@/components/ui/field"
import { TextArea } from "@/components/ui/text-area"
import { MAX_DESCRIPTION_LENGTH } from "@/lib/content/validation"
import type { ProjectTexts, TextErrors } from "./project-texts"

type Props = {
  texts: ProjectTexts
  /** Errors of the fields that have been left. */
  errors: TextErrors
  onChange: (change: Partial<ProjectTexts>) => void
  onLeave?: (field: keyof ProjectTexts) => void
  descriptionLabel?: string
  descriptionHint?: string
}

const LINK_FIELDS = [
  { name: "website", label: "Website", placeholder: "https://", inputMode: "url" },
  { name: "telegram", label: "Telegram", placeholder: "@name" },
  { name: "socialx", label: "X", placeholder: "@name" },
] as const

/** Description and links of a token, all optional. */
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
        {LINK_FIELDS.map(({ name, ...field }) => (
          <Field
            {...field}
            autoCapitalize="none"
            error={errors[name] ?? null}
            key={name}
            onBlur={() => onLeave?.(name)}
            onChange={(event) => onChange({ [name]: event.target.value })}
            value={texts[name]}
          />
        ))}
      </div>
    </>
  )
}

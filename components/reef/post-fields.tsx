"use client"

import { Field } from "@/components/ui/field"
import { TextArea } from "@/components/ui/text-area"
import { MAX_BODY_LENGTH, MAX_TITLE_LENGTH } from "@/lib/reef/constants"
import { type PostText, validatePost } from "./post-validation"

type PostFieldsProps = { texts: PostText; onChange: (change: Partial<PostText>) => void }

/** Title and text of a post, with their limits. */
export function PostFields({ texts, onChange }: PostFieldsProps) {
  const errors = validatePost(texts)
  return (
    <>
      <Field
        aside={`${[...texts.title].length} / ${MAX_TITLE_LENGTH}`}
        dir="auto"
        error={errors.title}
        label="Title"
        onChange={(event) => onChange({ title: event.target.value })}
        placeholder="What is it about?"
        value={texts.title}
      />
      <TextArea
        dir="auto"
        error={errors.body}
        hint="Plain text. Links, addresses and $SYMBOLs become links; markets and tokens show as cards."
        label="Text (optional)"
        maxLength={MAX_BODY_LENGTH}
        onChange={(event) => onChange({ body: event.target.value })}
        rows={8}
        value={texts.body}
      />
    </>
  )
}

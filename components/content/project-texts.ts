import {
  isSocialAccount,
  isWebsite,
  MAX_DESCRIPTION_LENGTH,
  MAX_LINK_LENGTH,
} from "@/lib/content/validation"
import { formatInteger } from "@/lib/format"
import { trimText } from "@/lib/readable-text"

/** Texts of a token as typed; empty where there is none. */
export type ProjectTexts = {
  description: string
  website: string
  telegram: string
  socialx: string
}

export const EMPTY_TEXTS: ProjectTexts = { description: "", website: "", telegram: "", socialx: "" }

export type TextErrors = Partial<Record<keyof ProjectTexts, string>>

export function validateTexts({
  description,
  website,
  telegram,
  socialx,
}: ProjectTexts): TextErrors {
  return {
    ...([...trimText(description)].length > MAX_DESCRIPTION_LENGTH && {
      description: `At most ${formatInteger(MAX_DESCRIPTION_LENGTH)} characters.`,
    }),
    ...linkError("website", website, isWebsite, "A full address, such as https://kelp.example."),
    ...linkError("telegram", telegram, isSocialAccount, ACCOUNT_MESSAGE),
    ...linkError("socialx", socialx, isSocialAccount, ACCOUNT_MESSAGE),
  }
}

const ACCOUNT_MESSAGE = "A name such as @kelp, or an address that begins with https://."

function linkError(
  field: keyof ProjectTexts,
  typed: string,
  isGood: (value: string) => boolean,
  message: string,
): TextErrors {
  const value = trimText(typed)
  if (value === "") return {}
  if ([...value].length > MAX_LINK_LENGTH)
    return { [field]: `At most ${MAX_LINK_LENGTH} characters.` }
  return isGood(value) ? {} : { [field]: message }
}

import { isAccount, isWebsite, MAX_DESCRIPTION, MAX_LINK } from "@/lib/content/rules"
import { grouped } from "@/lib/format"

/** What a creator says about a token, as typed; empty where nothing is said. */
export type ProjectTexts = {
  description: string
  website: string
  telegram: string
  socialx: string
}

export const NO_TEXTS: ProjectTexts = { description: "", website: "", telegram: "", socialx: "" }

export type TextErrors = Partial<Record<keyof ProjectTexts, string>>

/** What the service would refuse, said before it is asked. */
export function checkTexts({ description, website, telegram, socialx }: ProjectTexts): TextErrors {
  return {
    ...([...description.trim()].length > MAX_DESCRIPTION && {
      description: `At most ${grouped(MAX_DESCRIPTION)} characters.`,
    }),
    ...linkError("website", website, isWebsite, "A full address, such as https://kelp.example."),
    ...linkError("telegram", telegram, isAccount, ACCOUNT),
    ...linkError("socialx", socialx, isAccount, ACCOUNT),
  }
}

const ACCOUNT = "A name such as @kelp, or an address that begins with https://."

function linkError(
  field: keyof ProjectTexts,
  typed: string,
  isGood: (value: string) => boolean,
  message: string,
): TextErrors {
  const value = typed.trim()
  if (value === "") return {}
  if ([...value].length > MAX_LINK) return { [field]: `At most ${MAX_LINK} characters.` }
  return isGood(value) ? {} : { [field]: message }
}

import { formatInteger } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import { MAX_BODY_LENGTH, MAX_TITLE_LENGTH, MIN_TITLE_LENGTH } from "@/lib/reef/constants"

export type PostText = { title: string; body: string }

const countCharacters = (text: string) => [...trimText(text)].length

/** Error per field, or null. An empty title is no error yet. */
export function validatePost({ title, body }: PostText) {
  const letters = countCharacters(title)
  return {
    title:
      letters > MAX_TITLE_LENGTH
        ? `At most ${MAX_TITLE_LENGTH} characters; these are ${letters}`
        : letters > 0 && letters < MIN_TITLE_LENGTH
          ? `At least ${MIN_TITLE_LENGTH} characters`
          : null,
    body:
      countCharacters(body) > MAX_BODY_LENGTH
        ? `At most ${formatInteger(MAX_BODY_LENGTH)} characters; these are ${formatInteger(countCharacters(body))}`
        : null,
  }
}

export function isValidPost(texts: PostText): boolean {
  const { title, body } = validatePost(texts)
  return title === null && body === null && countCharacters(texts.title) >= MIN_TITLE_LENGTH
}

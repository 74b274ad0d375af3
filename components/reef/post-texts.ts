import { grouped } from "@/lib/format"
import { MAX_BODY, MAX_TITLE, MIN_TITLE } from "@/lib/reef/words"

export type PostTexts = { title: string; body: string }

const lettersOf = (text: string) => [...text.trim()].length

/** What keeps a post from being sent; a title that is only begun is no mistake yet. */
export function checkPost({ title, body }: PostTexts) {
  const letters = lettersOf(title)
  return {
    title:
      letters > MAX_TITLE
        ? `At most ${MAX_TITLE} characters; these are ${letters}`
        : letters > 0 && letters < MIN_TITLE
          ? `At least ${MIN_TITLE} characters`
          : null,
    body:
      lettersOf(body) > MAX_BODY
        ? `At most ${grouped(MAX_BODY)} characters; these are ${grouped(lettersOf(body))}`
        : null,
  }
}

export function isPostGood(texts: PostTexts): boolean {
  const { title, body } = checkPost(texts)
  return title === null && body === null && lettersOf(texts.title) >= MIN_TITLE
}

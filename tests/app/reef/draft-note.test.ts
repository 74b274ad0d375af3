import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { DraftNote } from "@/app/reef/new/_parts/composer"
import { postDrafts } from "@/app/reef/new/_parts/draft"
import { useDraft } from "@/components/content/use-draft"

/** Beside a form as it is opened. */
function NewNote() {
  const { isEmpty, isKept } = useDraft(postDrafts)
  return createElement(DraftNote, { isEmpty, isKept })
}

test("nothing is said to be saved of a form in which nothing was written", () => {
  expect(renderToStaticMarkup(createElement(NewNote))).toBe("")
})

test.each([
  [true, "Draft saved in this browser."],
  [false, "This browser cannot save drafts"],
])("what was written is told to be saved only where it is (%s)", (isKept, text) => {
  const note = createElement(DraftNote, { isEmpty: false, isKept })
  expect(renderToStaticMarkup(note)).toContain(text)
})

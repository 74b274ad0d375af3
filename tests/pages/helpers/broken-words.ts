import type { Page } from "@playwright/test"

/** Longer ones are hashes, addresses and what people made up to be too long. */
const MAX_LENGTH = 18

/** The words and figures that are cut in two by the end of a line, closed details included. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate((maxLength) => {
    const closed = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")]
    for (const details of closed) details.open = true
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/[\p{L}\p{N}$%.,+−]+/gu)) {
        if (word.length > maxLength || !isBroken(text, index, word.length)) continue
        broken.push(`${word} in ${text.parentElement?.outerHTML.slice(0, 160)}`)
      }
    }
    for (const details of closed) details.open = false
    return broken

    function isBroken(text: Node, start: number, length: number) {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, start + length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
      return new Set(lines.map(({ top }) => Math.round(top))).size > 1
    }
  }, MAX_LENGTH)
}

/** A word no other test uses: tests share one list of tokens. */
export function uniqueWord() {
  return `q${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`
}

/** How far the page can be scrolled sideways, in pixels. */
export function overhang(page: { evaluate: (read: () => number) => Promise<number> }) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

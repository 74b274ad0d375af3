/** @module-tag long */
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, test } from "vitest"
import { Markdown } from "@/components/docs/markdown"
import { writeGuide } from "@/lib/guides/guide"
import { guides } from "@/lib/guides/registry"
import { findHeadings } from "@/lib/markdown/headings"
import { findOperation, listOperations } from "@/lib/reference/document"
import { writeOperation, writeReferenceIndex } from "@/lib/reference/markdown"

/** Bytes of a page's text, so that the document stays below 90 KB with everything around it. */
const MAX_BYTES = 68_000

const FACTS = { origin: "https://atoll.example", chainId: 7, tide: `0x${"ab".repeat(20)}` }

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

describe("a text of the documentation", () => {
  const operationTexts = listOperations()
    .map((each): [string, string] => [each.id, writeOperation(each)])
    .sort(([, a], [, b]) => b.length - a.length)
  const texts = [
    ...guides.map((guide): [string, string] => [guide.slug, writeGuide(guide, FACTS)]),
    ...operationTexts,
    ["index", writeReferenceIndex()] as const,
  ]

  test("has the anchors of its headings, each once, and stays small", () => {
    const largest = new Set(operationTexts.slice(0, 4).map(([name]) => name))
    const isLeftOut = (name: string) => findOperation(name) && !largest.has(name)
    for (const [name, text] of texts.filter(([each]) => !isLeftOut(each))) {
      const html = render(text)
      const ids = findHeadings(text).map(({ id }) => id)
      expect({ name, ids: [...new Set(ids)] }).toEqual({ name, ids })
      for (const id of ids) expect(html).toContain(` id="${id}"`)
      const bytes = Buffer.byteLength(html)
      expect({ name, isSmall: bytes <= MAX_BYTES, bytes }).toMatchObject({ isSmall: true })
    }
  })

  test("links only to pages and anchors that are there", () => {
    const pages = new Map(
      guides.map((guide) => [
        `/docs/${guide.slug}`,
        findHeadings(writeGuide(guide, FACTS)).map(({ id }) => id),
      ]),
    )
    const operations = new Set(listOperations().map(({ id }) => `/docs/api/${id}`))
    for (const [name, text] of texts) {
      for (const [, path = "", anchor] of text.matchAll(/\]\((\/docs[^)#]*)(?:#([^)]+))?\)/g)) {
        const isKnown = pages.has(path) || operations.has(path) || path === "/docs/api"
        expect({ name, path, isKnown }).toMatchObject({ isKnown: true })
        if (anchor) expect(pages.get(path)).toContain(anchor)
      }
    }
  })

  test("shows examples in several languages as a choice that needs no scripts", () => {
    const html = render("```bash\ncurl x\n```\n```ts\nawait x()\n```\n\nText\n\n```json\n{}\n```\n")
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="bash"/)
    expect(html).toContain('data-panel="ts"')
    expect(html.match(/data-copy=""/g)).toHaveLength(3)
    expect(html).toContain('class="hljs-keyword"')
  })
})

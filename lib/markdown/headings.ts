export type Heading = { level: number; text: string; id: string }

/** The anchor of a heading: its words. */
export const toAnchor = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")

const toPlain = (markdown: string) =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]|\\(?=[^\w\s])/g, "")

/** The headings of a text; lines of code are none. */
export function findHeadings(markdown: string): Heading[] {
  return splitCode(markdown)
    .filter((part) => part.kind === "text")
    .flatMap(({ text }) => [...text.matchAll(/^(#{2,4}) (.+)$/gm)])
    .map(([, marks = "", title = ""]) => {
      const text = toPlain(title)
      return { level: marks.length, text, id: toAnchor(text) }
    })
}

export type Fence = { language: string; text: string }
export type Part = { kind: "text"; text: string } | { kind: "code"; fences: Fence[] }

const FENCE = /^```(\w*)\n[\s\S]*?^```$\n?/gm

/** The text and the code in it, in order. Adjacent blocks of code are one part. */
export function splitCode(markdown: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of markdown.matchAll(FENCE)) {
    const between = markdown.slice(from, match.index)
    const fence = { language: match[1] ?? "", text: match[0] }
    const last = parts.at(-1)
    from = match.index + match[0].length
    if (between.trim() === "" && last?.kind === "code") {
      last.fences.push(fence)
      continue
    }
    if (between.trim() !== "") parts.push({ kind: "text", text: between })
    parts.push({ kind: "code", fences: [fence] })
  }
  const rest = markdown.slice(from)
  if (rest.trim() !== "") parts.push({ kind: "text", text: rest })
  return parts
}

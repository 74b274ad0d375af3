/** A member of a list in a header with its weight. */
type Weighted = { value: string; quality: number }

/** Commas and semicolons within quotes separate nothing. */
const MEMBER = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g
const PART = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g
const WEIGHT = /^q\s*=\s*(.*)$/i

/** The members of a list such as Accept, in lower case, as RFC 9110 reads them (5.6.1, 12.4.2); a weight that is none is 0. */
export function parseWeighted(field: string): Weighted[] {
  return (field.match(MEMBER) ?? []).flatMap((member) => {
    const [value = "", ...parameters] = (member.match(PART) ?? []).map((part) => part.trim())
    if (value === "") return []
    const weight = parameters.map((each) => WEIGHT.exec(each)?.[1]).find((each) => each)
    return [{ value: value.toLowerCase(), quality: weight === undefined ? 1 : toQuality(weight) }]
  })
}

function toQuality(text: string) {
  const quality = Number(text)
  return quality >= 0 ? Math.min(quality, 1) : 0
}

/** The weight of the first of these names that the list has. */
function findQuality(list: readonly Weighted[], names: readonly string[]) {
  for (const name of names) {
    const matches = list.filter(({ value }) => value === name)
    if (matches.length > 0) return Math.max(...matches.map(({ quality }) => quality))
  }
  return undefined
}

/** The media ranges that a type is in, the narrowest first. */
const rangesOf = (type: string) => [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"]

/**
 * The quality that a client gives a media type; 0 where it does not accept it. A client without the header accepts
 * everything. Parameters of a range are not compared, because answers have only one charset.
 */
export function mediaQuality(accept: string | null, type: string): number {
  const list = parseWeighted(accept ?? "")
  return list.length === 0 ? 1 : (findQuality(list, rangesOf(type)) ?? 0)
}

/** Whether the client takes answers in this compression (RFC 9110, 12.5.3). */
export function takesCoding(acceptEncoding: string | null | undefined, coding: string): boolean {
  return (findQuality(parseWeighted(acceptEncoding ?? ""), [coding, "*"]) ?? 0) > 0
}

/** Whether the header names Markdown and does not prefer HTML; at equal quality, the first one named wins. */
export function prefersMarkdown(accept: string | null): boolean {
  const list = parseWeighted(accept ?? "")
  const at = list.findIndex(({ value }) => value === "text/markdown")
  const markdown = list[at]?.quality ?? 0
  const html = mediaQuality(accept, "text/html")
  if (markdown === 0 || html > markdown) return false
  const named = list.findIndex(({ value }) => value === "text/html")
  return html < markdown || named < 0 || at < named
}

/** Whether the client is a program: browsers name HTML and prefer nothing to it. */
export function prefersJson(accept: string | null): boolean {
  const [html, json] = [mediaQuality(accept, "text/html"), mediaQuality(accept, "application/json")]
  if (html !== json) return json > html
  const named = parseWeighted(accept ?? "").map(({ value }) => value)
  return !named.includes("text/html") && !named.includes("application/xhtml+xml")
}

/** A tag in React's markup, which escapes `<` and `"` in texts and values and quotes every value. */
const TAG = /<([a-z][\w-]*)((?: [^\s"=<>/]+(?:="[^"]*")?)+)(\/?)>/gi

/** Void elements of HTML; other self-closing elements, as in SVG, need the slash. */
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

/** Elements whose content is not markup. */
const SCRIPTS = /(<(script|style)\b[^>]*>.*?<\/\2>)/gs

/** Values that need no quotes: https://html.spec.whatwg.org/#unquoted */
const QUOTED = /="([^\s"'=<>`]+)"/g

/** End tags that follow from what comes next: https://html.spec.whatwg.org/#optional-tags */
const OPTIONAL_ENDS = [
  /<\/p>(?=<(?:div|dl|h[1-6]|header|ol|p|section|table|ul)[ >]|<\/(?:article|aside|div|header|li|main|section)>)/g,
  /<\/li>(?=<li[ >]|<\/[ou]l>)/g,
  /<\/t[dh]>(?=<t[dh][ >]|<\/tr>)/g,
  /<\/tr>(?=<tr[ >]|<\/t(?:body|head)>)/g,
  /<\/d[dt]>(?=<d[dt][ >]|<\/(?:dl|div)>)/g,
  /<\/option>(?=<option[ >]|<\/select>)/g,
]

/** The body of a document in fewer bytes: browsers build the same elements from it. */
export function minifyBody(html: string): string {
  const start = html.indexOf("<body")
  if (start < 0) return html
  const parts = html.slice(start).split(SCRIPTS)
  // Each script is followed by its name, the inner group.
  const shorter = parts.map((part, index) => [minify(part), part, ""][index % 3])
  return html.slice(0, start) + shorter.join("")
}

function minify(markup: string) {
  const tags = markup.replace(TAG, (tag, name: string, attributes: string, slash: string) => {
    if (slash && !VOID.test(name)) return tag
    return `<${name}${attributes.replace(QUOTED, "=$1").replaceAll('=""', "")}>`
  })
  return OPTIONAL_ENDS.reduce((shorter, end) => shorter.replace(end, ""), tags)
}

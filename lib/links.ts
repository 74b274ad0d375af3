type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>

/** A list's address for a query, in the order of the defaults; what is at its default is left out. */
export function buildListHref(
  path: string,
  query: QueryParameters,
  defaults: QueryParameters,
): string {
  const parameters = new URLSearchParams()
  for (const [name, fallback] of Object.entries(defaults)) {
    const text = `${query[name] ?? ""}`.trim()
    if (text !== "" && text !== `${fallback}`) parameters.set(name, text)
  }
  const text = parameters.toString()
  return text ? `${path}?${text}` : path
}

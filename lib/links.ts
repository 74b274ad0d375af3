type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>

/** URL of a list for a query, with the parameters in the order of the defaults; default values are left out. */
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

import type { Trial } from "@/lib/reference/trial"

export type TrialAnswer = { status: number; milliseconds: number; headers: string[]; text: string }

type Values = Readonly<Record<string, string>>

const MAX_SHOWN = 100_000

/** Headers that a reader wants to see. */
const SHOWN_HEADERS = [
  "content-type",
  "x-request-id",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-indexed-block",
  "x-chain-head",
  "retry-after",
]

/** The request's address: always one of this site. */
export function toRequestPath({ path, fields }: Trial, values: Values): string {
  const filledFields = fields.filter(({ name }) => (values[name] ?? "") !== "")
  const filled = filledFields
    .filter(({ place }) => place === "path")
    .reduce(
      (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? "")),
      path,
    )
  const query = filledFields
    .filter(({ place }) => place === "query")
    .map(({ name }) => [name, values[name] ?? ""])
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled
}

/** Sends the request. With a key it sends no cookies; without one it uses the session's. */
export async function sendTrial(
  trial: Trial,
  { values, key, body }: { values: Values; key: string; body: string },
): Promise<TrialAnswer> {
  const headers = new Headers()
  for (const { name, place } of trial.fields) {
    if (place === "header" && values[name]) headers.set(name, values[name])
  }
  if (key !== "") headers.set("X-API-Key", key)
  if (trial.body !== null) headers.set("Content-Type", "application/json")
  const begun = performance.now()
  const response = await fetch(toRequestPath(trial, values), {
    method: trial.method,
    headers,
    credentials: key === "" ? "same-origin" : "omit",
    redirect: "error",
    ...(trial.body !== null && { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - begun),
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    }),
    text: indent(text).slice(0, MAX_SHOWN),
  }
}

function indent(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

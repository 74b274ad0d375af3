import type { z } from "zod"
import type { Contract, Schema } from "./contract"
import { ApiError, type Detail, type ErrorCode, errorStatus } from "./errors"

/** The first value of each query parameter; a bare object, so that no name has a meaning. */
export function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  const at = url.indexOf("?")
  if (at < 0) return query
  for (const [name, value] of new URLSearchParams(url.slice(at))) {
    if (!(name in query)) query[name] = value
  }
  return query
}

type Raw = { params: unknown; query: unknown; body: unknown }

/** Checks params, query and body together: one answer names everything that is wrong. */
export function parseInput(contract: Contract, raw: Raw) {
  const issues: z.core.$ZodIssue[] = []
  const read = (schema: Schema | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value, { error: missing })
    if (!result.success) issues.push(...result.error.issues)
    return result.data
  }
  const input = {
    params: read(contract.params, raw.params),
    query: read(contract.query, raw.query),
    body: read(contract.body, contract.body && withoutNulls(contract.body, raw.body)),
  }
  if (issues.length > 0) throw refusal(issues, contract.fieldCodes ?? {})
  return input
}

const missing: z.core.$ZodErrorMap = (issue) =>
  issue.code === "invalid_type" && issue.input === undefined ? "is required" : undefined

/** null for a field equals absence, unless the field gives null a meaning. */
function withoutNulls(schema: Schema, body: unknown) {
  if (typeof body !== "object" || body === null) return body
  if (!Object.values(body).includes(null)) return body
  const shape = (schema as Partial<z.ZodObject>).shape ?? {}
  const isKept = ([name, value]: [string, unknown]) =>
    value !== null || (Object.hasOwn(shape, name) && isNullable(shape[name]))
  return Object.fromEntries(Object.entries(body).filter(isKept))
}

const isNullable = (schema: unknown) => (schema as Schema).safeParse(null).success

function refusal(issues: z.core.$ZodIssue[], fieldCodes: Readonly<Record<string, ErrorCode>>) {
  const details = issues.map(({ path, message }): Detail => ({ path: path.join("."), message }))
  const [first] = details
  const special = details.find(({ path }) => Object.hasOwn(fieldCodes, path))
  const code: ErrorCode = (special && fieldCodes[special.path]) ?? "VALIDATION_FAILED"
  const { path, message } = special ?? first ?? { path: "", message: "The request is invalid" }
  return new ApiError(code, path ? `${path}: ${message}` : message, {
    details,
    status: errorStatus[code],
  })
}

/** A segment that hides a slash names no resource of ours. */
export function isTraversal(params: Record<string, string | string[] | undefined>) {
  return Object.values(params)
    .flat()
    .some((value) => value !== undefined && /[/\\]|%2f|%5c|^\.{1,2}$/i.test(value))
}

import type { z } from "zod"
import { ApiError, type Detail, type ErrorCode, errorStatus } from "@/lib/http/errors"
import { isUnstorable } from "@/lib/http/wire"
import type { Contract, Schema } from "./contract"

export type Query = {
  /** First value of each parameter; without prototype, so that no name has a meaning. */
  values: Record<string, string>
  /** Names of parameters whose value is not storable text. */
  invalid: readonly string[]
}

export function parseQuery(url: string): Query {
  const values: Record<string, string> = Object.create(null)
  const invalid: string[] = []
  const at = url.indexOf("?")
  if (at < 0) return { values, invalid: invalid }
  const encoded = url.slice(at + 1)
  let index = 0
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (!(name in values)) {
      values[name] = value
      if (isUnstorable(value) || hasInvalidUtf8(encoded, index, value)) invalid.push(name)
    }
    index++
  }
  return { values, invalid: invalid }
}

/** Whether a pair contains invalid UTF-8, which decodes to more replacement characters than were sent. */
function hasInvalidUtf8(encoded: string, index: number, decoded: string) {
  if (!decoded.includes("\ufffd")) return false
  const pair = encoded.split("&").filter((each) => each !== "")[index] ?? ""
  const meant = pair.slice(pair.indexOf("=") + 1).split(/%ef%bf%bd|\ufffd/i).length
  return decoded.split("\ufffd").length > meant
}

type RawInput = { params: unknown; query: Query | undefined; body: unknown }

/** Validates params, query and body together, so that one error lists every problem. */
export function parseInput(contract: Contract, raw: RawInput) {
  const issues: z.core.$ZodIssue[] = []
  const read = (schema: Schema | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value, { error: requiredMessage })
    if (!result.success) issues.push(...result.error.issues)
    return result.data
  }
  const input = {
    params: read(contract.params, raw.params),
    query: read(contract.query, raw.query?.values),
    body: read(contract.body, contract.body && omitNulls(contract.body, raw.body)),
  }
  for (const name of raw.query?.invalid ?? []) {
    if (isDeclared(contract.query, name)) issues.push(invalidTextIssue(name))
  }
  if (raw.query) issues.push(...misspeltIssues(contract.query, raw.query.values))
  if (issues.length > 0) throw validationError(issues, contract.fieldCodes ?? {})
  return { ...input, ...(contract.body && { ignored: listIgnored(raw.body, input.body) }) }
}

/** Unknown fields are not errors; schemas leave them out. A null field counts as absent. */
function listIgnored(raw: unknown, parsed: unknown): readonly string[] {
  if (typeof raw !== "object" || raw === null) return []
  if (typeof parsed !== "object" || parsed === null) return []
  return Object.entries(raw)
    .filter(([name, value]) => value !== null && !Object.hasOwn(parsed, name))
    .map(([name]) => name)
}

/** Unknown parameters are ignored, whatever their value. */
const isDeclared = (schema: Schema | undefined, name: string) =>
  Object.hasOwn(shapeOf(schema), name)

/** The fields of an object, also behind a transformation. */
function shapeOf(schema: unknown): object {
  const { shape, def } = (schema ?? {}) as { shape?: object; def?: { in?: unknown } }
  return shape ?? (def?.in ? shapeOf(def.in) : {})
}

/**
 * Misspelt parameters of a list are refused if a similar one exists and was not sent: all rows instead of a choice
 * would mislead the caller. Others are ignored.
 */
function misspeltIssues(schema: Schema | undefined, values: Query["values"]): z.core.$ZodIssue[] {
  const names = Object.keys(shapeOf(schema))
  if (!names.includes("limit")) return []
  return Object.keys(values).flatMap((name) => {
    const meant = names.includes(name) ? undefined : findMeant(name, names)
    if (meant === undefined || meant in values) return []
    const message = `is no parameter of this list; it has ${meant}`
    return [{ code: "custom" as const, path: [name], message, input: undefined }]
  })
}

const invalidTextIssue = (name: string): z.core.$ZodIssue => ({
  code: "custom",
  path: [name],
  message: "must be UTF-8 text without NUL",
  input: undefined,
})

const requiredMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === "invalid_type" && issue.input === undefined ? "is required" : undefined

/** A null field counts as absent, unless its schema accepts null. */
function omitNulls(schema: Schema, body: unknown) {
  if (typeof body !== "object" || body === null) return body
  if (!Object.values(body).includes(null)) return body
  const shape = (schema as Partial<z.ZodObject>).shape ?? {}
  const isKept = ([name, value]: [string, unknown]) =>
    value !== null || (Object.hasOwn(shape, name) && isNullable(shape[name]))
  return Object.fromEntries(Object.entries(body).filter(isKept))
}

const isNullable = (schema: unknown) => (schema as Schema).safeParse(null).success

function validationError(
  issues: z.core.$ZodIssue[],
  fieldCodes: Readonly<Record<string, ErrorCode>>,
) {
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

/** A segment with an encoded slash, a dot segment or unstorable text cannot name a resource. */
export function hasInvalidSegment(params: Record<string, string | string[] | undefined>) {
  return Object.values(params)
    .flat()
    .some(
      (value) =>
        value !== undefined && (/[/\\]|%2f|%5c|%00|^\.{1,2}$/i.test(value) || isUnstorable(value)),
    )
}

/** Shorter names are too easily one letter from another word. */
const MIN_LENGTH_OF_SLIP = 5

const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, "")

/** The known name that a parameter was meant to be: in another case, singular for plural, or with one typing error. */
export function findMeant(name: string, names: readonly string[]): string | undefined {
  const text = plain(name)
  return (
    names.find((each) => plain(each) === text) ??
    names.find((each) => isPlural(text, plain(each)) || isPlural(plain(each), text)) ??
    names.find((each) => isOneSlip(text, plain(each)))
  )
}

const isPlural = (many: string, one: string) => many === `${one}s` || many === `${one}es`

/** Whether one letter is missing, added or wrong, or two letters have changed places. */
function isOneSlip(a: string, b: string) {
  if (Math.min(a.length, b.length) < MIN_LENGTH_OF_SLIP || Math.abs(a.length - b.length) > 1) {
    return false
  }
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

import { ApiError, invalid } from "@/lib/http/errors"

export const MAX_MULTIPART_BYTES = 6_291_456

const MULTIPART_TYPE = /^multipart\/form-data\s*(;|$)/i
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i

const MAX_PARTS = 32
const MAX_PART_HEADER_BYTES = 4_096

export const isMultipart = (contentType: string | null) =>
  contentType !== null && MULTIPART_TYPE.test(contentType)

/**
 * Parses a multipart/form-data body: text fields as strings, and at most one file. Of a repeated text field the first
 * value counts. The result has no prototype, so that no field name has a meaning.
 *
 * Not Response.formData(): undici rejects a preamble, blanks behind a delimiter, quoted file names with escapes and
 * parameters in any case or order, replaces invalid UTF-8 silently, and has no limit on parts (100,000 empty fields
 * take it 1.3 s).
 */
export function parseMultipart(bytes: Uint8Array, contentType: string): object {
  const fields: Record<string, string | File> = Object.create(null)
  let files = 0
  for (const { name, filename, content } of splitParts(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    contentType,
  )) {
    if (filename === null) fields[name] ??= decodeField(name, content)
    else if (++files > 1) throw invalid(name, "only one file can be sent")
    else fields[name] = new File([Uint8Array.from(content)], filename)
  }
  return fields
}

type Part = { name: string; filename: string | null; content: Buffer }

/** RFC 7578: parts stand between delimiter lines; preamble and epilogue are ignored. */
function splitParts(body: Buffer, contentType: string): Part[] {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw malformedError()
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1")
  const first = delimiter.subarray(2)
  const parts: Part[] = []
  // The first delimiter may open the body, without a line break before it.
  let at = body.subarray(0, first.length).equals(first)
    ? first.length
    : skipDelimiter(body, delimiter, body.indexOf(delimiter))
  while (!isClosing(body, at)) {
    if (parts.length === MAX_PARTS) throw invalid("", `The form has more than ${MAX_PARTS} fields`)
    const head = startOfPart(body, at)
    const blank = body.subarray(head, head + MAX_PART_HEADER_BYTES).indexOf("\r\n\r\n")
    if (blank < 0) throw malformedError()
    const start = head + blank + 4
    // An empty part shares its line break with the next delimiter.
    const end = body.indexOf(delimiter, start - 2)
    if (end < 0) throw malformedError()
    const header = body.subarray(head, head + blank).toString("utf8")
    parts.push({ ...parsePartHeader(header), content: body.subarray(start, Math.max(start, end)) })
    at = skipDelimiter(body, delimiter, end)
  }
  return parts
}

function skipDelimiter(body: Buffer, delimiter: Buffer, found: number) {
  if (found < 0 || found + delimiter.length > body.length) throw malformedError()
  return found + delimiter.length
}

const isClosing = (body: Buffer, at: number) => body.subarray(at, at + 2).toString() === "--"

/** Skips the blanks and the line break behind a delimiter. */
function startOfPart(body: Buffer, at: number) {
  const line = body.indexOf("\r\n", at)
  if (line < 0 || /[^ \t]/.test(body.subarray(at, Math.min(line, at + 80)).toString("latin1"))) {
    throw malformedError()
  }
  return line + 2
}

/** Field name, and file name if the part is a file. */
function parsePartHeader(header: string) {
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(header)?.[1]
  if (!disposition) throw malformedError()
  const parameters = parseParameters(disposition)
  const name = parameters.get("name")
  if (name === undefined) throw malformedError()
  return { name, filename: parameters.get("filename") ?? parameters.get("filename*") ?? null }
}

const PARAMETER = /;[ \t]*([^\s=";]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))/g

/** Parameters by name, the first of each; quoted text is not searched for parameters. */
function parseParameters(disposition: string) {
  const parameters = new Map<string, string>()
  for (const [, name = "", quoted, plain = ""] of disposition.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    if (!parameters.has(key)) parameters.set(key, quoted ?? plain)
  }
  return parameters
}

function decodeField(name: string, content: Buffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw invalid(name, "is not valid UTF-8")
  }
}

const malformedError = () =>
  new ApiError("VALIDATION_FAILED", "The body is not valid multipart/form-data", {
    details: [{ path: "", message: "The body is not valid multipart/form-data" }],
  })

import busboy from "busboy"
import { ApiError, invalid } from "@/lib/http/errors"

const MAX_PARTS = 32
const MAX_NAME_LENGTH = 1_000

/**
 * Parses a multipart/form-data body: text fields as strings, and at most one file. Of a repeated text field the first
 * value counts. The result has no prototype, so that no field name has a meaning. The body is bounded before it comes
 * here, so no part needs a bound of its own.
 */
export async function parseMultipart(bytes: Uint8Array, contentType: string): Promise<object> {
  const fields: Record<string, string | File> = Object.create(null)
  const parser = createParser(contentType)
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: ApiError) => {
      reject(error)
      parser.destroy()
    }
    let files = 0
    parser.on("error", (cause) => refuse(malformedError(cause)))
    // The event fires at the last allowed part, so the limit is one more than the allowed number.
    parser.on("partsLimit", () => refuse(invalid("", `The form has more than ${MAX_PARTS} fields`)))
    parser.on("field", (name: string | undefined, value) => {
      if (name === undefined || name.length > MAX_NAME_LENGTH) return refuse(malformedError())
      // The parser puts this character where the bytes are not UTF-8.
      if (value.includes("\uFFFD")) return refuse(invalid(name, "is not valid UTF-8"))
      fields[name] ??= value
    })
    parser.on("file", (name: string | undefined, stream, { filename }) => {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      // A form that ends within the file fails as a whole.
      stream.on("error", () => {})
      stream.on("data", (chunk: Buffer) => chunks.push(Uint8Array.from(chunk)))
      stream.on("end", () => {
        if (name !== undefined) fields[name] = new File(chunks, filename ?? "")
      })
      if (name === undefined) refuse(malformedError())
      else if (++files > 1) refuse(invalid(name, "only one file can be sent"))
    })
    parser.on("close", resolve)
    parser.end(bytes)
  })
  return fields
}

function createParser(contentType: string) {
  try {
    return busboy({
      headers: { "content-type": contentType },
      defParamCharset: "utf8",
      limits: { parts: MAX_PARTS + 1, fieldSize: Number.POSITIVE_INFINITY },
    })
  } catch (cause) {
    throw malformedError(cause)
  }
}

const malformedError = (cause?: unknown) =>
  new ApiError("VALIDATION_FAILED", "The body is not valid multipart/form-data", {
    details: [{ path: "", message: "The body is not valid multipart/form-data" }],
    cause,
  })

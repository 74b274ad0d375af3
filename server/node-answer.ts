import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { takesCoding } from "@/lib/http/negotiation"
import { PushBody } from "@/lib/http/push-body"
import { type Answer, RawBody } from "@/lib/http/response"
import { log } from "@/lib/telemetry/logger"

/** Smaller bodies gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024

const COMPRESSIBLE = /^(text\/|application\/(json|xml|[^;]*\+(json|xml)))/i

/** Sends an answer, compressed where the client takes that. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): Promise<void> {
  const { pairs, vary, isCompressible } = readHeaders(headers)
  const encoding = isCompressible ? chooseEncoding(request, body) : undefined
  // Answers that are never compressed are the same for every client.
  const differsBy = encoding ? [...vary, "Accept-Encoding"] : vary
  if (differsBy.length > 0) pairs.push("Vary", differsBy.join(", "))
  if (encoding === "gzip") pairs.push("Content-Encoding", "gzip")
  if (body instanceof RawBody) {
    const bytes = encoding === "gzip" ? await body.gzip : body.bytes
    pairs.push("Content-Length", `${bytes.length}`)
    response.writeHead(status, pairs).end(bytes)
    return
  }
  if (body instanceof PushBody) return push(response.writeHead(status, pairs), body)
  response.writeHead(status, encoding === "gzip" ? withoutLength(pairs) : pairs)
  if (!body) response.end()
  else await sendStream(response, body, encoding === "gzip")
}

/**
 * The headers without Vary, as alternating names and values, with their parsed meaning; read once, because every
 * answer passes here.
 */
function readHeaders(headers: Answer["headers"]) {
  const pairs: string[] = []
  const vary: string[] = []
  let type = ""
  let cacheControl = ""
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    if (key === "vary") {
      vary.push(value)
      continue
    }
    pairs.push(name, value)
    if (key === "content-type") type ||= value
    else if (key === "cache-control") cacheControl ||= value
  }
  const isCompressible = COMPRESSIBLE.test(type) && !cacheControl.includes("no-transform")
  return { pairs, vary, isCompressible }
}

function chooseEncoding(request: IncomingMessage, body: Answer["body"]) {
  if (!body) return "identity"
  if (body instanceof RawBody && body.bytes.length < MIN_COMPRESSED_BYTES) return "identity"
  return takesCoding(`${request.headers["accept-encoding"] ?? ""}`, "gzip") ? "gzip" : "identity"
}

/** Alternating names and values, without the length of an answer that is compressed on its way. */
const withoutLength = (pairs: readonly string[]) =>
  pairs.filter((_, at) => pairs[at - (at % 2)]?.toLowerCase() !== "content-length")

/** Writes straight to the response: a stream of the platform for each of many clients would cost more memory. */
function push(response: ServerResponse, body: PushBody) {
  // The client may have left while the answer was made.
  if (response.destroyed) return body.cancel()
  response.flushHeaders()
  const stop = body.start({
    write: (bytes) => response.write(bytes),
    buffered: () => response.writableLength,
    close: () => (response.writableLength > 0 ? response.destroy() : response.end()),
  })
  response.once("close", stop)
}

/** A client that leaves cancels the stream. What fails after the head has been sent ends the connection. */
async function sendStream(
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
  isCompressed: boolean,
) {
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  try {
    await (isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response))
  } catch (error) {
    if (isPrematureClose(error)) return
    log.error({ err: error }, "An answer broke off")
  }
}

const isPrematureClose = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"

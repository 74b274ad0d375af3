import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import type { Answer } from "./answer"
import { PushBody } from "./push-body"
import { RawBody } from "./response"

/** Smaller bodies gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024

const COMPRESSIBLE = /^(text\/|application\/(json|xml|[^;]*\+(json|xml)))/i
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?\s*(?:,|$)/i

/** Sends an answer, compressed where the client takes that. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const { status, headers, body } = answer
  const encoding = chooseEncoding(request, answer)
  const pairs = encoding ? addToVary(headers) : headers.flat()
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

/** Undefined for what is never compressed, so that its answer is the same for every client. */
function chooseEncoding(request: IncomingMessage, { headers, body }: Answer) {
  if (!isCompressible(headers)) return undefined
  if (!body) return "identity"
  if (body instanceof RawBody && body.bytes.length < MIN_COMPRESSED_BYTES) return "identity"
  const accepted = request.headers["accept-encoding"]
  return typeof accepted === "string" && ACCEPTS_GZIP.test(accepted) ? "gzip" : "identity"
}

function isCompressible(headers: Answer["headers"]) {
  const headerOf = (wanted: string) =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ""
  return (
    COMPRESSIBLE.test(headerOf("content-type")) &&
    !headerOf("cache-control").includes("no-transform")
  )
}

function addToVary(headers: Answer["headers"]) {
  const others = headers.filter(([name]) => name.toLowerCase() !== "vary")
  const vary = headers.filter(([name]) => name.toLowerCase() === "vary").map(([, value]) => value)
  return [...others.flat(), "Vary", [...vary, "Accept-Encoding"].join(", ")]
}

/** Name and value in turns, without the length of what is compressed on its way. */
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
    console.error("An answer broke off:", error)
  }
}

const isPrematureClose = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"

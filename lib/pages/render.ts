import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { peerHeader } from "@/lib/http/client-ip"
import { withPageStatus } from "@/lib/http/page-status"
import { setOwnHeaders } from "./own-headers"
import { renderHeader } from "./render-header"

export type FrameworkHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The framework's answer. */
export type Rendering = {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** A framework that does not end its answer within this time has failed. */
const RENDER_TIMEOUT_MS = 15_000

/** Lets the framework render a page, with a separate request that carries nothing from any client. */
export function renderPage(handle: FrameworkHandler, options: RenderOptions): Promise<Rendering> {
  return capture(handle, options.target, headersOf(options))
}

/** Has the framework answer a request, without sending the answer. */
export function renderRequest(
  handle: FrameworkHandler,
  { url = "", headers }: IncomingMessage,
): Promise<Rendering> {
  return capture(handle, url, { ...headers })
}

const OF_THE_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
])

/** Sends a rendering as the answer to its request. */
export function sendRendering(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Rendering,
) {
  if (response.destroyed) return
  setOwnHeaders(request, response)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) response.setHeader(name, value)
  }
  response.setHeader("Content-Length", body.length)
  response.end(request.method === "HEAD" ? undefined : body)
}

async function capture(
  handle: FrameworkHandler,
  target: string,
  headers: IncomingHttpHeaders,
): Promise<Rendering> {
  const socket = new CapturingSocket()
  const request = createRequest(socket, target, headers)
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  // Node's server does the same for its own sockets.
  socket.on("drain", () => response.emit("drain"))
  try {
    const handled = withPageStatus(request, response, () => handle(request, response))
    await Promise.all([handled, waitForEnd(response)])
  } finally {
    // Informs whatever waits for the end of the request.
    response.emit("close")
    response.detachSocket(socket)
    socket.destroy()
  }
  return {
    status: response.statusCode,
    headers: readHeaders(response),
    body: socket.readBody(),
  }
}

/** `nonce`: the framework's nonce for its scripts. */
type RenderOptions = { target: string; cookie: string; nonce: string }

function createRequest(socket: Socket, target: string, headers: IncomingHttpHeaders) {
  const request = new IncomingMessage(socket)
  request.method = "GET"
  request.url = target
  // Answers in this version are not chunked.
  request.httpVersion = "1.0"
  request.httpVersionMajor = 1
  request.httpVersionMinor = 0
  request.headers = headers
  request.complete = true
  request.push(null)
  return request
}

const headersOf = ({ cookie, nonce }: RenderOptions): IncomingHttpHeaders => ({
  host: "localhost",
  accept: "text/html",
  // To a client without a name the framework sends title and description after the page, when they take longer.
  "user-agent": "atoll",
  "content-security-policy": `script-src 'nonce-${nonce}'`,
  [renderHeader()]: "kept",
  [peerHeader()]: "",
  ...(cookie !== "" && { cookie }),
})

function waitForEnd(response: ServerResponse) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("A page was not rendered")), RENDER_TIMEOUT_MS)
    response.once("finish", () => {
      clearTimeout(timer)
      resolve()
    })
    response.once("error", reject)
  })
}

function readHeaders(response: ServerResponse) {
  const headers: Rendering["headers"] = {}
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (value !== undefined) headers[name] = typeof value === "number" ? `${value}` : value
  }
  return headers
}

const END_OF_HEAD = "\r\n\r\n"

/** A socket without a network, which keeps everything written to it. */
class CapturingSocket extends Socket {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void) {
    this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk)
    done()
  }

  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: () => void,
  ) {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, () => {})
    done()
  }

  /** The part after the head of the answer. */
  readBody() {
    const all = Buffer.concat(this.#chunks)
    return all.subarray(all.indexOf(END_OF_HEAD) + END_OF_HEAD.length)
  }
}

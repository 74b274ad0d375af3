import type { IncomingMessage } from "node:http"
import type { ApiRequest, HeaderReader } from "@/lib/http/request"

/** A placeholder, because no operation depends on the origin of its address. */
const ORIGIN = "http://localhost"

/** Characters that stay unchanged in an address; the parser encodes all others. */
const CLEAN_TARGET = /^[!$-&(-;=?-~]*$/

/** A request of `node:http`, read in place: a platform `Request` costs more than most answers. */
export class NodeRequest implements ApiRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderReader
  readonly #incoming: IncomingMessage
  #body: ReadableStream<Uint8Array> | undefined

  constructor(incoming: IncomingMessage) {
    const { method = "GET", url = "/" } = incoming
    this.method = method
    this.url = CLEAN_TARGET.test(url) ? ORIGIN + url : new URL(url, ORIGIN).href
    this.headers = new NodeHeaders(incoming.headers)
    this.#incoming = incoming
  }

  get body() {
    if (this.method === "GET" || this.method === "HEAD") return null
    this.#body ??= streamBody(this.#incoming)
    return this.#body
  }
}

class NodeHeaders implements HeaderReader {
  constructor(readonly headers: IncomingMessage["headers"]) {}

  get(name: string) {
    const value = this.headers[name.toLowerCase()]
    if (value === undefined) return null
    return typeof value === "string" ? value : value.join(", ")
  }

  has(name: string) {
    return this.headers[name.toLowerCase()] !== undefined
  }
}

/** The same request for a handler that wants a `Request` of the platform. */
export function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method, url, body } = new NodeRequest(incoming)
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(incoming.headers)) {
    for (const each of [value].flat()) headers.append(name, each)
  }
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: "half" }) })
}

/** Reads on demand. An unread body is read to its end and discarded, so that the answer can be sent. */
function streamBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start(controller) {
        incoming.pause()
        incoming.on("data", (chunk: Buffer) => {
          controller.enqueue(chunk)
          incoming.pause()
        })
        incoming.once("end", () => controller.close())
        incoming.once("error", (error) => controller.error(error))
      },
      pull() {
        incoming.resume()
      },
      cancel() {
        incoming.removeAllListeners("data").removeAllListeners("end").resume()
      },
    },
    { highWaterMark: 0 },
  )
}

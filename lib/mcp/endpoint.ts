import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server"
import { MAX_JSON_BYTES, withBody } from "@/lib/api/body"
import type { Sender } from "@/lib/api/run-operation"
import { readApiKey } from "@/lib/auth/caller"
import { ApiError } from "@/lib/http/errors"
import { mediaQuality } from "@/lib/http/negotiation"
import { type ApiRequest, type HeaderReader, readBearer } from "@/lib/http/request"
import { JSON_TYPE, RawBody } from "@/lib/http/response"
import { createCatalog } from "./catalog"
import { countMessage } from "./count"
import type { Operations } from "./operations"
import { isRecord } from "./record"
import { createMcpServer } from "./server"
import type { ServerFacts } from "./server-facts"

/** Messages in one request; revision 2025-03-26 allows several. */
const MAX_BATCH = 10

/** Requests that are counted by the operation they call, or by their handlers. */
const COUNTED_LATER = new Set(["tools/call", "resources/read", "completion/complete"])

type Posted = { request: ApiRequest; ip: string }

/** Answers POST /mcp in the current revision of the protocol and the earlier revisions that clients negotiate. */
export function createEndpoint(operations: Operations, version: string) {
  let facts: ServerFacts | undefined
  const senders = new WeakMap<Request, Sender>()
  const createServer = ({ requestInfo }: { requestInfo?: Request }) => {
    const sender = requestInfo && senders.get(requestInfo)
    if (!sender) throw new Error("A request has lost its sender")
    facts ??= { version, operations, catalog: createCatalog(operations) }
    return createMcpServer(facts, sender)
  }
  // The list of tools never changes while a process runs: there is nothing to listen for.
  const modern = createMcpHandler(createServer, { legacy: "reject", maxSubscriptions: 0 })

  return async ({ request, ip }: Posted): Promise<Response | RawBody> => {
    const sender = { ip, key: await readKey(request.headers, ip) }
    if (mediaQuality(request.headers.get("accept"), "application/json") === 0) {
      await countMessage(ip)
      return refuse(-32_000, "Not acceptable: answers are application/json", 406)
    }
    return withBody(request, { maxBytes: MAX_JSON_BYTES }, async (bytes) => {
      const text = new TextDecoder().decode(bytes ?? new Uint8Array())
      const parsedBody = parse(text)
      if (parsedBody === undefined) return refuse(-32_700, "Parse error: the body is not JSON")
      if (Array.isArray(parsedBody) && parsedBody.length > MAX_BATCH) {
        return refuse(-32_600, `A request holds at most ${MAX_BATCH} messages`)
      }
      if (!isCountedLater(parsedBody)) await countMessage(ip)
      const whole = toRequest(request, text)
      senders.set(whole, sender)
      const options = { parsedBody }
      return toAnswer(
        (await isLegacyRequest(whole, parsedBody))
          ? await serveLegacy(createServer, whole, parsedBody)
          : await modern.fetch(whole, options),
      )
    })
  }
}

/** The API key of a request, which must be one if it is sent. */
async function readKey(headers: HeaderReader, ip: string): Promise<string | null> {
  const key = readBearer(headers) ?? headers.get("x-api-key")
  if (key === null) return null
  const named = { get: () => key, has: () => true }
  const { holder } = await readApiKey(named, "key")
  if (holder) return key
  await countMessage(ip, "ip")
  throw new ApiError("INVALID_API_KEY", "The API key is unknown or deleted", {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isCountedLater = (body: unknown) =>
  [body].flat().every((message) => isRecord(message) && COUNTED_LATER.has(String(message.method)))

function refuse(code: number, message: string, status = 400) {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status })
}

/** A complete answer need not be streamed. */
async function toAnswer(response: Response): Promise<Response | RawBody> {
  const type = response.headers.get("content-type")
  const isWhole = response.ok && response.body && type?.startsWith("application/json")
  return isWhole ? new RawBody(await response.text(), JSON_TYPE, response.status) : response
}

/** The protocol's own server looks for both texts in Accept, which has been read here. */
const ACCEPTED = "application/json, text/event-stream"

const FORWARDED = [
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
] as const

function toRequest({ headers }: ApiRequest, body: string) {
  const kept = FORWARDED.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  kept.push(["accept", ACCEPTED])
  return new Request("http://localhost/mcp", { method: "POST", headers: kept, body })
}

type CreateServer = (context: { requestInfo?: Request }) => ReturnType<typeof createMcpServer>

/** Serves the revisions before 2026-07-28 without sessions: each request has its own server. */
async function serveLegacy(createServer: CreateServer, request: Request, parsedBody: unknown) {
  const server = createServer({ requestInfo: request })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

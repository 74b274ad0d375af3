import { peerHeader } from "@/lib/http/client-ip"
import type { ApiError } from "@/lib/http/errors"
import { PushBody } from "@/lib/http/push-body"
import type { HeaderReader } from "@/lib/http/request"
import { type Answer, RawBody } from "@/lib/http/response"
import { resolveRequestId } from "@/lib/http/security"
import { requests } from "@/lib/telemetry/logger"
import type { Contract, Method, Operation } from "./contract"
import { toApiError } from "./error-mapping"
import { type RequestContext, serve } from "./serve"

/** The sender's key, if any, and the address by which limits are counted. */
export type Sender = { key: string | null; ip: string }

/** An operation that this process performs itself, as if it had been asked over HTTP. */
export type OperationCall = {
  method: Method
  /** The path of the route file, with its named segments in brackets. */
  path: string
  operation: Operation
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** Callers without a key are answered too, if the operation reads public data. */
  isPublic?: boolean
  /** False for a part of a task whose first operation was counted. */
  isCounted?: boolean
}

export type OperationResult =
  | { ok: true; value: unknown; headers: ReadonlyMap<string, string> }
  | { ok: false; error: ApiError; requestId: string }

/** Performs an operation with all its checks, in their order: limits, credentials, input. */
export async function runOperation(task: OperationCall, sender: Sender): Promise<OperationResult> {
  const id = requests.getStore()?.requestId ?? resolveRequestId()
  const exchange: RequestContext = { request: toRequest(task, sender), id, headers: [] }
  const { method, path, operation, params = {} } = task
  const contract = adapt(operation.contract, task, sender)
  try {
    const answer = await serve({ ...operation, contract }, method, exchange, { params })
    return { ok: true, value: await readValue(answer), headers: new Map(namesInLowerCase(answer)) }
  } catch (error) {
    return { ok: false, error: toApiError(error, id, `${method} ${path}`), requestId: id }
  }
}

/** An operation without a limit over HTTP counts as a page here, because a call has no other limit. */
function adapt(contract: Contract, { isPublic, isCounted = true }: OperationCall, { key }: Sender) {
  const { limit, alsoLimit: _, ...uncounted } = contract
  const counted: Contract = isCounted
    ? { ...contract, ...(limit === "none" && { limit: "page" }) }
    : { ...uncounted, limit: "none" }
  return isPublic && key === null ? { ...counted, auth: "none" as const } : counted
}

/** The address of the server does not matter to an operation. */
const ORIGIN = "http://localhost"

function toRequest(
  { method, path, params = {}, query = {}, body }: OperationCall,
  { key, ip }: Sender,
) {
  const filled = path.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams(query).toString()
  // The kit writes a network of IPv6 addresses with its length.
  const headers = new Map([[peerHeader(), ip.replace(/\/64$/, "")]])
  if (key !== null) headers.set("x-api-key", key)
  if (body !== undefined) headers.set("content-type", "application/json")
  return {
    method,
    url: `${ORIGIN}${filled}${search && `?${search}`}`,
    headers: toReader(headers),
    body: body === undefined ? null : new Blob([JSON.stringify(body)]).stream(),
  }
}

const toReader = (headers: ReadonlyMap<string, string>): HeaderReader => ({
  get: (name) => headers.get(name.toLowerCase()) ?? null,
  has: (name) => headers.has(name.toLowerCase()),
})

const namesInLowerCase = ({ headers }: Answer) =>
  headers.map(([name, value]): [string, string] => [name.toLowerCase(), value])

async function readValue({ body }: Answer): Promise<unknown> {
  if (body instanceof PushBody) {
    await body.cancel()
    throw new Error("A stream has no value")
  }
  const text = body instanceof RawBody ? body.text : await new Response(body).text()
  return text === "" ? null : JSON.parse(text)
}

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import type { Atoll } from "../client/atoll"
import { AtollError, isRecord, networkError, toAtollError } from "../client/errors"

/** Calls the service's MCP address; returns the result of the request. */
export type Remote = (method: string, params: unknown) => Promise<Record<string, unknown>>

type RemoteOptions = { atoll: Atoll; fetch?: typeof fetch }

/** In this revision the service answers without a session, and every client's requests can be expressed in it. */
const REVISION = "2025-11-25"
const TIMEOUT_MS = 60_000

export function createRemote({ atoll, fetch = globalThis.fetch }: RemoteOptions): Remote {
  let id = 0
  async function post(method: string, params: unknown) {
    const request = new Request(`${atoll.url}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        ...(await authorize(atoll)),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params: withoutEnvelope(params) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return fetch(request).catch((error: unknown) => {
      throw networkError(request.url, error)
    })
  }
  return async (method, params) => {
    let response = await post(method, params)
    if (response.status === 401) {
      await renewKey(atoll)
      response = await post(method, params)
    }
    return readResult(response)
  }
}

/** The key; an account without one signs in. Without both, the service answers public requests. */
async function authorize(atoll: Atoll): Promise<Record<string, string>> {
  try {
    return { Authorization: `Bearer ${await atoll.signIn()}` }
  } catch (error) {
    if (error instanceof AtollError && error.code === "NO_ACCOUNT") return {}
    throw error
  }
}

/** Any operation that needs a key makes the client sign in again, if it can. */
async function renewKey(atoll: Atoll) {
  const { response, error } = await atoll.api.GET("/api/v1/me/stats")
  if (response.status === 401) throw toAtollError(response, error)
}

/** Removes the fields about the local connection that a newer revision adds to every request. */
function withoutEnvelope(params: unknown): unknown {
  if (!isRecord(params)) return params
  const { _meta, ...rest } = params
  return rest
}

async function readResult(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null)
  if (!isRecord(body)) throw toAtollError(response, body)
  if (isRecord(body.result)) return body.result
  if (!isRecord(body.error)) throw toAtollError(response, body)
  const { code, message, data } = body.error
  throw new ProtocolError(
    typeof code === "number" ? code : ProtocolErrorCode.InternalError,
    String(message),
    data,
  )
}

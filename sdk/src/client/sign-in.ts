import type { LocalAccount } from "viem"
import { createSiweMessage } from "viem/siwe"
import { AtollError, isRecord, networkError, toAtollError } from "./errors"
import { type Fetch, withTimeout } from "./http"
import type { components } from "./types"

type Options = {
  url: string
  fetch: Fetch
  account: LocalAccount
  label: string
  domain?: string
  /** Deletes the key that the wallet has. */
  replace?: boolean
}

/**
 * Signs in by EIP-4361 and creates an API key: three requests. The session that the key is made with lives in a
 * cookie, which pages of other origins cannot send: they are given a key.
 */
export async function createKey(options: Options): Promise<string> {
  const cookie = await openSession(options)
  if (options.replace) await deleteKeys(options, cookie)
  const body = { label: options.label }
  return (await call<{ key: string }>(options, "/api/v1/auth/keys", { body, cookie })).body.key
}

/** Deletes the wallet's key at the service. */
export const revokeKey = async (options: Options): Promise<void> =>
  deleteKeys(options, await openSession(options))

/** Signs in and returns the session's cookie. */
async function openSession(options: Options): Promise<string> {
  const { account } = options
  const nonce = await call<components["schemas"]["Nonce"]>(
    options,
    `/api/auth/nonce?address=${account.address}`,
  )
  requireOwnDomain(options, nonce.body)
  const { domain, uri, chainId, nonce: text, statement } = nonce.body
  const message = createSiweMessage({
    ...{ domain, uri, chainId, statement, nonce: text, address: account.address },
    version: "1",
    issuedAt: new Date(),
  })
  const signature = await account.signMessage({ message })
  return (await call(options, "/api/auth/verify", { body: { message, signature } })).cookie
}

/** A wallet has one key: programs that use it lose it. */
async function deleteKeys(options: Options, cookie: string) {
  const { body } = await call<{ keys: { id: number | string }[] }>(options, "/api/v1/auth/keys", {
    cookie,
  })
  for (const { id } of body.keys) {
    await call(options, `/api/v1/auth/keys/${id}`, { cookie, method: "DELETE" })
  }
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

/** A message for another site would sign in there: the service must name itself. */
function requireOwnDomain({ url, domain }: Options, nonce: { domain: string; uri: string }) {
  const own = new URL(url)
  const named = new URL(nonce.uri)
  const isLoopback = LOOPBACK.has(own.hostname) && LOOPBACK.has(named.hostname)
  const isOwn = nonce.domain === named.host && (nonce.domain === (domain ?? own.host) || isLoopback)
  if (isOwn) return
  throw new AtollError(`The service at ${own.host} asks to sign in to ${nonce.domain}`, {
    code: "DOMAIN_MISMATCH",
    remedy: "Use the address under which the service knows itself, or name its domain.",
  })
}

type Call = { body?: unknown; cookie?: string; method?: string }

async function call<T>({ url, fetch }: Options, path: string, call: Call = {}) {
  const { body, cookie, method = body === undefined ? "GET" : "POST" } = call
  const request = new Request(new URL(path, url), {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await fetch(withTimeout(request)).catch((error: unknown) => {
    throw networkError(url, error)
  })
  const json: unknown = await response.json().catch(() => null)
  if (!response.ok || !isRecord(json)) throw toAtollError(response, json)
  const cookies = response.headers.getSetCookie().map((each) => each.split(";", 1)[0])
  // The shape is the one of the service's document.
  return { body: json as T, cookie: cookies.join("; ") }
}

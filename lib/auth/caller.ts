import { ADDRESS_PATTERN } from "@/lib/address"
import { env } from "@/lib/env"
import { ApiError, invalid } from "@/lib/http/errors"
import { type HeaderReader, readBearer } from "@/lib/http/request"
import { originsOf } from "@/lib/loopback"
import { findKey, findKeyHolder, type KeyHolder } from "./api-keys"
import { createExpiredCookie, readSession, type Session } from "./session"

/**
 * Who may call an operation. `session?` never rejects: without a session the caller is null. `either` uses the API key
 * if one is sent, else the session. `admin` does the same for the wallets of ADMIN_WALLETS, and so does `either?`,
 * whose caller may be null where the operator has opened the operation (`isOpen` of its contract).
 */
export type Auth = "none" | "session" | "session?" | "key" | "either" | "either?" | "admin"

const KEY_AUTHS: readonly Auth[] = ["key", "either", "either?", "admin"]

export const acceptsApiKey = (auth: Auth) => KEY_AUTHS.includes(auth)

/** The authenticated sender of a request. */
export type Caller = {
  via: "session" | "key"
  /** The acting wallet, in whose name the request runs. */
  wallet: string
  /** All wallets the request may act for, the most recently verified first. */
  wallets: readonly string[]
  /** Null with an API key. */
  session: Session | null
}

export type CallerOf<A extends Auth> = A extends "none"
  ? null
  : A extends "session?" | "either?"
    ? Caller | null
    : Caller

/** The API key of a request and its owner, read before authentication, as the rate limit counts by owner. */
export type Credentials = { key: string | null; holder: KeyHolder | null }

const NO_CREDENTIALS: Credentials = { key: null, holder: null }

/** Other bearer tokens are meant for a proxy before the service. */
const KEY_PREFIX = "atoll_"

/** The API key that a request carries, whether it is one or not. */
function readSentKey(headers: HeaderReader): string | null {
  const named = headers.get("x-api-key")
  if (named !== null) return named
  const bearer = readBearer(headers)
  return bearer?.startsWith(KEY_PREFIX) ? bearer : null
}

export async function readApiKey(headers: HeaderReader, auth: Auth): Promise<Credentials> {
  const key = acceptsApiKey(auth) ? readSentKey(headers) : null
  return key === null ? NO_CREDENTIALS : { key, holder: await findKeyHolder(key) }
}

/**
 * Whether a request has credentials that a browser does not add by itself, so that another site's page cannot have
 * forged it.
 */
export const carriesKey = (headers: HeaderReader): boolean =>
  headers.has("x-api-key") || readBearer(headers) !== null

/**
 * Returns the caller or throws 401. The answer to a request that changes something clears an expired or tampered
 * cookie. A read never clears it, because its answer may arrive after a sign-in.
 */
export async function authenticate(
  { headers, method }: { headers: HeaderReader; method: string },
  auth: Auth,
  { key, holder }: Credentials,
  responseHeaders: [string, string][],
  isOpen = false,
): Promise<Caller | null> {
  if (auth === "none") return null
  if (key !== null && !holder) {
    throw new ApiError("INVALID_API_KEY", "The API key is unknown or deleted")
  }
  if (holder) {
    return { via: "key", wallet: holder.wallet, wallets: [holder.wallet], session: null }
  }
  const { session, isBad } = await readSession(headers)
  const onlyReads = method === "GET" || method === "HEAD"
  if (isBad && !onlyReads && auth !== "key")
    responseHeaders.push(["Set-Cookie", createExpiredCookie()])
  if (auth === "key") throw apiKeyRequiredError(session)
  if (session) return callerOfSession(session)
  if (auth === "session?" || isOpen) return null
  if (auth === "session" && readSentKey(headers) !== null) {
    throw new ApiError("SESSION_REQUIRED", "This operation needs a session, not an API key")
  }
  throw unauthenticatedError()
}

function callerOfSession(session: Session): Caller {
  const wallets = session.wallets.map(({ address }) => address)
  const [wallet = ""] = wallets
  return { via: "session", wallet, wallets, session }
}

function apiKeyRequiredError(session: Session | null) {
  if (!session) return unauthenticatedError()
  return new ApiError("API_KEY_REQUIRED", "This operation needs an API key, not a session")
}

const unauthenticatedError = () => new ApiError("UNAUTHENTICATED", "Not authenticated")

/**
 * Rejects requests that another site's page sends with the visitor's cookie, and tells visitors who opened the service
 * under another address the right one. Clients that send neither header pass.
 */
export function rejectCrossSite(headers: HeaderReader) {
  const { BASE_URL } = env()
  const site = headers.get("sec-fetch-site")
  const origin = headers.get("origin")
  const isForeign =
    (site !== null && site !== "same-origin") ||
    (origin !== null && !originsOf(BASE_URL).includes(origin))
  if (isForeign) {
    const { origin: own } = new URL(BASE_URL)
    throw new ApiError("CSRF_REJECTED", `Signing in and changes are possible at ${own} only`)
  }
}

/** The caller acting for the wallet of X-Wallet-Address, if the header is sent. */
export function applyWalletHeader(caller: Caller, headers: HeaderReader): Caller {
  const named = headers.get("x-wallet-address")
  if (named === null) return caller
  if (!ADDRESS_PATTERN.test(named)) throw invalid("x-wallet-address", "must be an address")
  return actAs(caller, named.toLowerCase())
}

/** The caller acting for a wallet named in body or query. */
export function actAs(caller: Caller, wallet: string): Caller {
  if (!caller.wallets.includes(wallet)) {
    throw new ApiError("WALLET_NOT_IN_SESSION", "The wallet is not one of this request's wallets")
  }
  return { ...caller, wallet }
}

/** Whether the credentials of a streaming request still belong to the wallet. */
export async function isStillAuthenticated(headers: HeaderReader, wallet: string) {
  const key = readSentKey(headers)
  if (key !== null) return (await findKey(key))?.wallet === wallet
  const { session } = await readSession(headers)
  return session?.wallets.some(({ address }) => address === wallet) === true
}

/** Whether ADMIN_WALLETS contains the wallet. */
export const isAdmin = (wallet: string) => env().ADMIN_WALLETS.includes(wallet)

export function requireAdmin(wallet: string) {
  if (!isAdmin(wallet)) throw new ApiError("NOT_ADMIN", "Only an admin may do this")
}

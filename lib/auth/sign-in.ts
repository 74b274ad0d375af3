import { ApiError } from "@/lib/api/errors"
import { env } from "@/lib/env"
import { parseSignIn, type SignInMessage } from "./message"
import { consumeNonce, issueNonce } from "./nonces"
import { isSignedBy } from "./signature"

const STATEMENT = "Sign in to Atoll."
const MAX_AGE_MS = 15 * 60_000
const MAX_AHEAD_MS = 5 * 60_000
const NOT_BEFORE_TOLERANCE_MS = 60_000

/** A nonce with values that make an acceptable message. */
export async function prepareSignIn(address: string) {
  const { BASE_URL } = env()
  const [domain = new URL(BASE_URL).host] = domains()
  const [chainId = env().CHAIN_ID] = chainIds()
  return { ...(await issueNonce(address)), domain, uri: BASE_URL, chainId, statement: STATEMENT }
}

/** The wallet that signed the message. The nonce is used up by every message that parses and names it. */
export async function verifySignIn({ message, signature }: { message: string; signature: string }) {
  const parsed = parseSignIn(message)
  if (!(await consumeNonce(parsed.nonce, parsed.address))) {
    throw new ApiError("INVALID_NONCE", "The nonce is unknown, used, expired or of another address")
  }
  checkPlace(parsed)
  checkTimes(parsed, Date.now())
  const { address, chainId } = parsed
  if (!(await isSignedBy({ address, message, signature, chainId }))) {
    throw new ApiError("INVALID_SIGNATURE", "The signature is not one of the address")
  }
  return address
}

/** Where the message may be used is configuration; the Host header is the client's word and counts for nothing. */
function checkPlace({ scheme, domain, uri, version, chainId }: SignInMessage) {
  const base = new URL(env().BASE_URL)
  const isOurScheme = scheme === undefined || `${scheme.toLowerCase()}:` === base.protocol
  if (!isOurScheme || !domains().includes(domain.toLowerCase())) {
    throw mismatch("MESSAGE_DOMAIN_MISMATCH", "The domain is not one of this service")
  }
  const host = hostOf(uri)
  if (host === null || (host !== base.host && !domains().includes(host))) {
    throw mismatch("MESSAGE_DOMAIN_MISMATCH", "The URI is not one of this service")
  }
  if (version !== "1") throw mismatch("MESSAGE_INVALID", "Version must be 1")
  if (!chainIds().includes(chainId)) {
    throw mismatch("MESSAGE_CHAIN_MISMATCH", "The chain is not one of this service")
  }
}

function checkTimes({ issuedAt, expirationTime, notBefore }: SignInMessage, now: number) {
  const age = now - issuedAt.getTime()
  if (age > MAX_AGE_MS) throw mismatch("MESSAGE_EXPIRED", "Issued At lies too far in the past")
  if (age < -MAX_AHEAD_MS) throw mismatch("MESSAGE_EXPIRED", "Issued At lies in the future")
  if (expirationTime && expirationTime.getTime() <= now) {
    throw mismatch("MESSAGE_EXPIRED", "The message has expired")
  }
  if (notBefore && notBefore.getTime() > now + NOT_BEFORE_TOLERANCE_MS) {
    throw mismatch("MESSAGE_EXPIRED", "The message is not valid yet")
  }
}

function mismatch(
  code: "MESSAGE_INVALID" | "MESSAGE_EXPIRED" | `MESSAGE_${"DOMAIN" | "CHAIN"}_MISMATCH`,
  message: string,
) {
  return new ApiError(code, message)
}

/** Other schemes name a host too, but nothing that a visitor could have open. */
function hostOf(uri: string) {
  const url = URL.canParse(uri) ? new URL(uri) : null
  return url && /^https?:$/.test(url.protocol) ? url.host.toLowerCase() : null
}

function domains() {
  const { SIGNIN_DOMAINS, BASE_URL } = env()
  return SIGNIN_DOMAINS?.map((domain) => domain.toLowerCase()) ?? [new URL(BASE_URL).host]
}

function chainIds() {
  const { SIGNIN_CHAIN_IDS, CHAIN_ID } = env()
  return SIGNIN_CHAIN_IDS?.map(Number) ?? [CHAIN_ID]
}

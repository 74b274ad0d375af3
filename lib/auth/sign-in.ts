import { prisma } from "@/lib/db/client"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { createNonce } from "@/lib/http/ids"
import { originsOf } from "@/lib/loopback"
import { parseSignInMessage, type SignInMessage } from "./sign-in-message"
import { isSignedBy } from "./signature"

const NONCE_TTL_MS = 10 * 60_000

/** Creates a nonce for one wallet; several may be valid at once. */
async function issueNonce(address: string) {
  const value = createNonce()
  const now = Date.now()
  const expiresAt = new Date(now + NONCE_TTL_MS)
  await Promise.all([
    prisma.nonce.deleteMany({ where: { expiresAt: { lt: new Date(now) } } }),
    prisma.nonce.create({ data: { value, address, expiresAt } }),
  ])
  return { nonce: value, expiresAt }
}

/**
 * Deletes a nonce, whoever sends it; returns true if it was valid for this wallet. Of concurrent attempts only one
 * deletes it.
 */
async function consumeNonce(value: string, address: string) {
  const nonce = await prisma.nonce.findUnique({ where: { value } })
  const { count } = await prisma.nonce.deleteMany({ where: { value } })
  return count === 1 && nonce?.address === address && nonce.expiresAt.getTime() > Date.now()
}

const STATEMENT = "Sign in to Atoll."
const MAX_AGE_MS = 15 * 60_000
const MAX_CLOCK_SKEW_MS = 5 * 60_000
const NOT_BEFORE_TOLERANCE_MS = 60_000

/** A nonce with the values of an acceptable message. */
export async function prepareSignIn(address: string) {
  const { BASE_URL } = env()
  const [domain = new URL(BASE_URL).host] = acceptedDomains()
  const [chainId = env().CHAIN_ID] = acceptedChainIds()
  return { ...(await issueNonce(address)), domain, uri: BASE_URL, chainId, statement: STATEMENT }
}

/** Returns the wallet that signed the message. Every message that parses uses up its nonce. */
export async function verifySignIn({ message, signature }: { message: string; signature: string }) {
  const parsed = parseSignInMessage(message)
  if (!(await consumeNonce(parsed.nonce, parsed.address))) {
    throw new ApiError("INVALID_NONCE", "The nonce is unknown, used, expired or of another address")
  }
  checkDomain(parsed)
  checkTimes(parsed, Date.now())
  const { address, chainId } = parsed
  if (!(await isSignedBy({ address, message, signature, chainId }))) {
    throw new ApiError("INVALID_SIGNATURE", "The signature is not one of the address")
  }
  return address
}

/** Checks against configuration, never against the Host header, which the client controls. */
function checkDomain({ scheme, domain, uri, version, chainId }: SignInMessage) {
  const base = new URL(env().BASE_URL)
  const isOurScheme = scheme === undefined || `${scheme.toLowerCase()}:` === base.protocol
  if (!isOurScheme || !acceptedDomains().includes(domain.toLowerCase())) {
    throw signInError("MESSAGE_DOMAIN_MISMATCH", "The domain is not one of this service")
  }
  const host = hostOf(uri)
  if (host === null || (host !== base.host && !acceptedDomains().includes(host))) {
    throw signInError("MESSAGE_DOMAIN_MISMATCH", "The URI is not one of this service")
  }
  if (version !== "1") throw signInError("MESSAGE_INVALID", "Version must be 1")
  if (!acceptedChainIds().includes(chainId)) {
    throw signInError("MESSAGE_CHAIN_MISMATCH", "The chain is not one of this service")
  }
}

function checkTimes({ issuedAt, expirationTime, notBefore }: SignInMessage, now: number) {
  const age = now - issuedAt.getTime()
  if (age > MAX_AGE_MS) throw signInError("MESSAGE_EXPIRED", "Issued At lies too far in the past")
  if (age < -MAX_CLOCK_SKEW_MS) throw signInError("MESSAGE_EXPIRED", "Issued At lies in the future")
  if (expirationTime && expirationTime.getTime() <= now) {
    throw signInError("MESSAGE_EXPIRED", "The message has expired")
  }
  if (notBefore && notBefore.getTime() > now + NOT_BEFORE_TOLERANCE_MS) {
    throw signInError("MESSAGE_EXPIRED", "The message is not valid yet")
  }
}

function signInError(
  code: "MESSAGE_INVALID" | "MESSAGE_EXPIRED" | `MESSAGE_${"DOMAIN" | "CHAIN"}_MISMATCH`,
  message: string,
) {
  return new ApiError(code, message)
}

/** Null for schemes other than http and https. */
function hostOf(uri: string) {
  const url = URL.canParse(uri) ? new URL(uri) : null
  return url && /^https?:$/.test(url.protocol) ? url.host.toLowerCase() : null
}

function acceptedDomains() {
  const { SIGNIN_DOMAINS, BASE_URL } = env()
  return (
    SIGNIN_DOMAINS?.map((domain) => domain.toLowerCase()) ??
    originsOf(BASE_URL).map((origin) => new URL(origin).host)
  )
}

function acceptedChainIds() {
  const { SIGNIN_CHAIN_IDS, CHAIN_ID } = env()
  return SIGNIN_CHAIN_IDS?.map(Number) ?? [CHAIN_ID]
}

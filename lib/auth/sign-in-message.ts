import { SiweMessage } from "siwe"
import { getAddress } from "viem"
import { ADDRESS_PATTERN } from "@/lib/address"
import { ApiError } from "@/lib/http/errors"

/** The fields of an EIP-4361 message that the service checks; it ignores request id and resources. */
export type SignInMessage = {
  scheme: string | undefined
  domain: string
  /** Lower case. */
  address: `0x${string}`
  uri: string
  version: string
  chainId: number
  nonce: string
  issuedAt: Date
  expirationTime: Date | undefined
  notBefore: Date | undefined
}

/** Parses a message by the grammar of EIP-4361; anything missing, added or out of order is rejected. */
export function parseSignInMessage(message: string): SignInMessage {
  const { text, version } = toGrammar(message.split("\n"))
  const fields = parseGrammar(text)
  const { scheme, domain, uri, chainId, nonce } = fields
  return {
    ...{ scheme, domain, uri, version, chainId, nonce },
    address: fields.address.toLowerCase() as `0x${string}`,
    issuedAt: parseTime(fields.issuedAt) ?? rejectMessage("Issued At is missing"),
    expirationTime: parseTime(fields.expirationTime),
    notBefore: parseTime(fields.notBefore),
  }
}

const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u

/**
 * Replaces what this service accepts beyond the grammar: an address in any case, a statement of any printable
 * characters, and another version, which `verifySignIn` rejects after it has used up the nonce.
 */
function toGrammar(lines: string[]) {
  const [header = "", address = "", empty = "", statement = "", ...rest] = lines
  if (!ADDRESS_PATTERN.test(address)) rejectMessage("the second line must be an address")
  if (statement !== "" && !PRINTABLE.test(statement)) {
    rejectMessage("the statement must be one line of printable characters")
  }
  const at = rest.findIndex((line) => line.startsWith("Version: "))
  const version = rest[at]?.slice("Version: ".length) ?? ""
  if (at >= 0) rest[at] = "Version: 1"
  const text = [header, getAddress(address), empty, statement && "Statement", ...rest].join("\n")
  return { text, version }
}

function parseGrammar(text: string) {
  try {
    return new SiweMessage(text)
  } catch {
    return rejectMessage("it is not in the form EIP-4361 prescribes")
  }
}

function parseTime(text: string | undefined) {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) rejectMessage("a time is not in RFC 3339 form")
  return time
}

function rejectMessage(reason: string): never {
  throw new ApiError("MESSAGE_INVALID", `The sign-in message is invalid: ${reason}`)
}

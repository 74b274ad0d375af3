import { SiweMessage } from "siwe"
import { getAddress } from "viem"
import { ADDRESS_PATTERN } from "@/lib/address"
import { ApiError } from "@/lib/api/errors"

/** The fields of an EIP-4361 message that are judged; the rest was checked for form and is ignored. */
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

const HEADER =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):\/\/)?([^\s/]+) wants you to sign in with your Ethereum account:$/
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u
const CHAIN_ID = /^[1-9][0-9]{0,15}$/
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

const REQUIRED = ["URI", "Version", "Chain ID", "Nonce", "Issued At"] as const
const OPTIONAL = ["Expiration Time", "Not Before", "Request ID"] as const
type Field = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]
type Fields = Partial<Record<Field, string>>

/** Parses strictly by line; anything missing, added or out of order is refused. */
export function parseSignInMessage(message: string): SignInMessage {
  const lines = message.split("\n")
  const [, scheme, domain] =
    HEADER.exec(lines[0] ?? "") ?? rejectMessage("the first line is not of EIP-4361")
  const address = lines[1] ?? ""
  if (!ADDRESS_PATTERN.test(address)) rejectMessage("the second line must be an address")
  const statement = lines[3] ?? ""
  if (lines[2] !== "") rejectMessage("an empty line must follow the address")
  if (statement !== "" && (!PRINTABLE.test(statement) || lines[4] !== "")) {
    rejectMessage("the statement must be one line of printable characters between empty lines")
  }
  const { fields, rest } = readFields(lines.slice(statement === "" ? 4 : 5))
  checkGrammar(lines, fields, rest)
  return {
    scheme,
    domain: domain ?? "",
    address: address.toLowerCase() as `0x${string}`,
    uri: fields.URI ?? "",
    version: fields.Version ?? "",
    chainId: parseChainId(fields["Chain ID"]),
    nonce: fields.Nonce ?? "",
    issuedAt: parseTime(fields["Issued At"]) ?? rejectMessage("Issued At is missing"),
    expirationTime: parseTime(fields["Expiration Time"]),
    notBefore: parseTime(fields["Not Before"]),
  }
}

/** The labelled lines in their fixed order; `rest` is what stands behind them: the resources. */
function readFields(lines: string[]) {
  const fields: Fields = {}
  let at = 0
  for (const label of [...REQUIRED, ...OPTIONAL]) {
    const line = lines[at] ?? ""
    if (line.startsWith(`${label}: `)) {
      fields[label] = line.slice(label.length + 2)
      at++
    } else if (REQUIRED.some((required) => required === label)) {
      rejectMessage(`${label} is missing or not in its place`)
    }
  }
  const rest = lines.slice(at)
  if (rest.length > 0 && rest[0] !== "Resources:")
    rejectMessage("there are lines that do not belong here")
  return { fields, rest }
}

/**
 * Lets the grammar of EIP-4361 judge the authority, URIs, times and ids. What this service sees more
 * widely than the grammar is put in a form that passes: addresses of any case, any printable
 * statement, and the version, which is judged later so that its refusal uses up the nonce.
 */
function checkGrammar(lines: string[], { Version: _, ...fields }: Fields, rest: string[]) {
  const { URI, ...others } = fields
  const text = [
    lines[0],
    getAddress(lines[1] ?? ""),
    "",
    "",
    `URI: ${URI}`,
    "Version: 1",
    ...Object.entries(others).map(([label, value]) => `${label}: ${value}`),
    ...rest,
  ].join("\n")
  try {
    new SiweMessage(text)
  } catch {
    rejectMessage("a field is not in the form EIP-4361 prescribes")
  }
}

function parseChainId(text = "") {
  if (!CHAIN_ID.test(text)) rejectMessage("Chain ID must be a positive integer")
  return Number(text)
}

function parseTime(text: string | undefined) {
  if (text === undefined) return undefined
  const value = new Date(text)
  if (!RFC3339.test(text) || Number.isNaN(value.getTime()))
    rejectMessage("a time is not in RFC 3339 form")
  return value
}

function rejectMessage(why: string): never {
  throw new ApiError("MESSAGE_INVALID", `The sign-in message is invalid: ${why}`)
}

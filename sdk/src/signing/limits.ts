import { formatUnits, parseUnits } from "viem"
import { isRecord, LimitError } from "../client/errors"

/** Limits of a signing program. Amounts are USDB in base units; null means no limit. */
export type Limits = {
  maxPerAction: bigint | null
  maxPerDay: bigint | null
  /** Most that a trade may give less than quoted, in basis points. */
  maxSlippageBp: number | null
  /** Names of the actions that may be signed. A named action is signed even where its worth is unknown. */
  actions: readonly string[] | null
  /** From then on nothing is signed. */
  expires: Date | null
  /** Above it a person is asked. */
  confirmAbove: bigint | null
}

const USDB_DECIMALS = 18

/** Until a file says otherwise. */
export const DEFAULT_LIMITS: Limits = {
  maxPerAction: parseUnits("100", USDB_DECIMALS),
  maxPerDay: parseUnits("500", USDB_DECIMALS),
  maxSlippageBp: 300,
  actions: null,
  expires: null,
  confirmAbove: parseUnits("10", USDB_DECIMALS),
}

export const formatUsdb = (amount: bigint) => formatUnits(amount, USDB_DECIMALS)

const AMOUNT = /^(0|[1-9]\d{0,20})(\.\d{1,18})?$/

export const isUsdb = (text: string) => AMOUNT.test(text)

/** USDB as people write them: "12.5". Throws for any other text. */
export function parseUsdb(text: string, name = "amount"): bigint {
  if (!isUsdb(text)) throw unreadable(`${name} must be an amount of USDB such as "12.5"`)
  return parseUnits(text, USDB_DECIMALS)
}

/** The limits of a file's JSON. A field that is missing has its default; an unknown one is an error. */
export function parseLimits(json: unknown): Limits {
  if (!isRecord(json)) throw unreadable("it must be a JSON object")
  const unknown = Object.keys(json).find((name) => !(name in DEFAULT_LIMITS))
  if (unknown !== undefined) throw unreadable(`${unknown} is no limit`)
  const { maxPerAction, maxPerDay, maxSlippageBp, actions, expires, confirmAbove } = json
  return {
    maxPerAction: parseAmount(maxPerAction, "maxPerAction"),
    maxPerDay: parseAmount(maxPerDay, "maxPerDay"),
    confirmAbove: parseAmount(confirmAbove, "confirmAbove"),
    maxSlippageBp: parseSlippage(maxSlippageBp),
    actions: parseActions(actions),
    expires: parseExpiry(expires),
  }
}

/** The JSON of a file, as people edit it. */
export const toLimitsJson = (limits: Limits) => ({
  maxPerAction: limits.maxPerAction === null ? null : formatUsdb(limits.maxPerAction),
  maxPerDay: limits.maxPerDay === null ? null : formatUsdb(limits.maxPerDay),
  maxSlippageBp: limits.maxSlippageBp,
  actions: limits.actions === null ? null : [...limits.actions],
  expires: limits.expires?.toISOString() ?? null,
  confirmAbove: limits.confirmAbove === null ? null : formatUsdb(limits.confirmAbove),
})

function parseAmount(value: unknown, name: "maxPerAction" | "maxPerDay" | "confirmAbove") {
  if (value === undefined) return DEFAULT_LIMITS[name]
  if (value === null) return null
  if (typeof value !== "string") throw unreadable(`${name} must be a text such as "12.5", or null`)
  return parseUsdb(value, name)
}

/** The service takes no more. */
export const MOST_SLIPPAGE_BP = 5_000

function parseSlippage(value: unknown): number | null {
  if (value === undefined) return DEFAULT_LIMITS.maxSlippageBp
  if (value === null) return null
  const isAllowed =
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_SLIPPAGE_BP
  if (!isAllowed) throw unreadable(`maxSlippageBp must be 0 to ${MOST_SLIPPAGE_BP}, or null`)
  return value
}

function parseActions(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string")
  if (!isList) throw unreadable("actions must be a list of names, or null")
  return value
}

function parseExpiry(value: unknown): Date | null {
  if (value === undefined || value === null) return null
  const time = new Date(typeof value === "string" ? value : Number.NaN)
  if (Number.isNaN(time.getTime())) throw unreadable("expires must be a time, or null")
  return time
}

/** The way to another limit: by the command, also for `atoll mcp`, and for programs. */
export const changeLimit = (option: string, field: keyof Limits) =>
  `The owner of the key can change the limit: \`atoll limits ${option}\`, or \`${field}\` in the file of the limits (\`writeLimits\` of atoll-sdk/signing).`

export const unreadable = (why: string, cause?: unknown) =>
  new LimitError(`The limits of this signer cannot be read: ${why}`, {
    code: "LIMITS_UNREADABLE",
    remedy: "Correct the file, or remove it and set the limits again with `atoll limits`.",
    cause,
  })

/** A rating with its decimals: 875 with 1 decimal is "87.5". */
export function formatRating(value: string, decimals: number): string {
  const isNegative = value.startsWith("-")
  const digits = (isNegative ? value.slice(1) : value).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals > 0 ? digits.slice(-decimals).replace(/0+$/, "") : ""
  return `${isNegative ? "−" : ""}${whole}${part && `.${part}`}`
}

const MAX_DECIMALS = 18
/** The contract's limit of a rating. */
const MAX_VALUE = 10n ** 38n

/** A typed rating as the contract takes it; null for anything else. */
export function parseRating(text: string): { value: bigint; decimals: number } | null {
  const match = /^([-−]?)(\d{1,38})(?:[.,](\d+))?$/.exec(text.trim())
  if (!match) return null
  const [, sign, whole = "", typed = ""] = match
  const part = typed.replace(/0+$/, "")
  if (part.length > MAX_DECIMALS) return null
  const size = BigInt(whole + part)
  if (size > MAX_VALUE) return null
  return { value: sign ? -size : size, decimals: part.length }
}

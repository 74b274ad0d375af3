import { AtollError } from "../client/errors"
import { clientRemedies } from "../generated/client-remedies"

/** The command's input and output; tests provide their own. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  write: (text: string) => void
  writeError: (text: string) => void
  /** Answer to a question; null where nobody can be asked. */
  ask: (question: string, options?: { isHidden?: boolean }) => Promise<string | null>
}

export type Row = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Names are written by users: what would steer a terminal, or its direction of writing, is left out. */
export const clean = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").replace(/ {2,}/g, " ")

/** Rows in columns below their names. */
export function formatTable(rows: readonly Row[], empty: string): string {
  const [first] = rows
  if (!first) return `${empty}\n`
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => clean(`${row[name] ?? ""}`)))
  const lines = [names.map((name) => name.toUpperCase()), ...cells]
  const widths = names.map((_, place) => Math.max(...lines.map((line) => line[place]?.length ?? 0)))
  const text = lines.map((line) =>
    line
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join("  ")
      .trimEnd(),
  )
  return `${text.join("\n")}\n`
}

/** A base-unit amount with at most six decimals; all amounts of the service have 18. */
export function formatAmount(amount: string | bigint): string {
  const text = `${amount}`
  const [sign, digits] = text.startsWith("-") ? ["-", text.slice(1)] : ["", text]
  const padded = digits.padStart(19, "0")
  const decimals = padded.slice(-18, -12).replace(/0+$/, "")
  const isTiny = BigInt(digits) > 0n && BigInt(digits) < 10n ** 12n
  if (isTiny) return `${sign}<0.000001`
  return `${sign}${padded.slice(0, -18)}${decimals && `.${decimals}`}`
}

/** The remedy of an error; null if none is known. */
export function remedyOf({ code, remedy, retryAfter }: AtollError): string | null {
  const command = clientRemedies[code]?.command ?? remedy
  if (command) return command
  return retryAfter === null ? null : `Try again in ${retryAfter} seconds.`
}

/** The error for people or, as one line of JSON, for programs. */
export function formatError(error: unknown, isJson: boolean): string {
  const ours = error instanceof AtollError ? error : null
  const message = error instanceof Error ? error.message : `${error}`
  if (isJson) {
    const { code = "FAILURE", status = 0, requestId = null } = ours ?? {}
    const remedy = ours && remedyOf(ours)
    const details = ours?.details ?? []
    return `${JSON.stringify({ error: message, code, status, requestId, remedy, details })}\n`
  }
  const advice = ours && remedyOf(ours)
  const remedy = advice ? `\n${clean(advice)}` : ""
  return `${ours ? `${ours.code}: ` : ""}${clean(message)}${remedy}\n`
}

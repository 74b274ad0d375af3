/** iCalendar (RFC 5545) of the expiries of loans. */

import { formatAmount, formatExactAmount } from "@/lib/format"
import { loanPath, REMINDER_SECONDS } from "./reminders"
import type { WalletLoan } from "./schema"

type Loan = Omit<WalletLoan, "image" | "name">

type CalendarOptions = {
  /** Address of the site, without a slash at its end. */
  baseUrl: string
  /** When the file is made. */
  now: Date
}

/** One event for each loan, with an alarm seven days and one day before it expires. */
export function renderCalendar(loans: readonly Loan[], options: CalendarOptions): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Atoll//Loans//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Atoll loans",
    ...loans.flatMap((loan) => renderEvent(loan, options)),
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join("")
}

function renderEvent(loan: Loan, { baseUrl, now }: CalendarOptions): string[] {
  const { symbol } = loan
  const debt = toBigInt(loan.fullAmount)
  const collateral = toBigInt(loan.collateralAmount)
  const summary = `Loan on ${formatAmount(collateral)} ${symbol} expires`
  const url = baseUrl + loanPath(loan)
  const description = [
    `Debt: ${formatExactAmount(debt)} USDB`,
    `Collateral: ${formatExactAmount(collateral)} ${symbol} (${loan.token})`,
    `Wallet: ${loan.wallet}`,
    "Repay or extend the loan before this time: afterwards anybody may liquidate it.",
    url,
  ].join("\n")
  return [
    "BEGIN:VEVENT",
    `UID:loan-${loan.source}-${loan.borrower}-${loan.loanId}@${new URL(baseUrl).hostname}`,
    `DTSTAMP:${formatTime(now)}`,
    `DTSTART:${formatTime(new Date(loan.liquidationTime * 1_000))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    ...renderAlarm(REMINDER_SECONDS.week, `${summary} in 7 days`),
    ...renderAlarm(REMINDER_SECONDS.day, `${summary} in 1 day`),
    "END:VEVENT",
  ]
}

const toBigInt = (amount: Loan["fullAmount"]) =>
  typeof amount === "bigint" ? amount : BigInt(amount.toFixed(0))

const renderAlarm = (secondsBefore: number, text: string) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${escapeText(text)}`,
  `TRIGGER:-P${secondsBefore / 86_400}D`,
  "END:VALARM",
]

/** UTC: 20261123T114500Z. */
const formatTime = (time: Date) =>
  time
    .toISOString()
    .replace(/\.\d{3}/, "")
    .replace(/[-:]/g, "")

/** TEXT (3.3.11): backslash, semicolon, comma and line break. Other control characters are not allowed. */
export const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, "\\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")

const LINE_OCTETS = 75

/** Content lines (3.1): at most 75 octets each, continued after a line break and a space; characters stay whole. */
export function foldLine(line: string): string {
  const lines = [""]
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      lines.push(" ")
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join("\r\n")
}

import { describe, expect, test } from "vitest"
import { escapeText, foldLine, renderCalendar } from "@/lib/loans/calendar"
import { findReminderStep, loanLabel, loanPath } from "@/lib/loans/reminders"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"

const addressOf = (n: number) => `0x${`${n}`.padStart(40, "0")}`
const wallet = addressOf(5)
const loan = {
  wallet,
  borrower: addressOf(6),
  source: "hub" as const,
  loanId: 7,
  hubId: 3,
  token: addressOf(9),
  symbol: "KELP, fresh; really",
  collateralAmount: 12n * WAD + 1n,
  fullAmount: 97n * WAD + WAD / 2n,
  borrowedAmount: 95n * WAD,
  creationTime: 1_790_000_000,
  liquidationTime: 1_798_000_000,
  isLiquidated: false,
  active: true,
}
const options = { baseUrl: "https://atoll.example", now: new Date("2026-11-23T11:45:09.123Z") }

/** Content lines, unfolded as a reader does it. */
const unfold = (file: string) => file.replaceAll("\r\n ", "").split("\r\n")

describe("a calendar", () => {
  const file = renderCalendar([loan, { ...loan, source: "leverage", loanId: 1 }], options)
  const lines = unfold(file)

  test("has one event for each loan, at the second of its expiry", () => {
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2)
    expect(lines).toContain("DTSTART:20261223T042640Z")
    expect(new Date("2026-12-23T04:26:40Z").getTime()).toBe(loan.liquidationTime * 1_000)
    expect(lines).toContain("DTSTAMP:20261123T114509Z")
    const uids = lines.filter((line) => line.startsWith("UID:"))
    expect(uids[0]).toBe(`UID:loan-hub-${loan.borrower}-7@atoll.example`)
    expect(new Set(uids).size).toBe(2)
  })

  test("alarms seven days and one day before", () => {
    const triggers = lines.filter((line) => line.startsWith("TRIGGER"))
    expect(triggers).toEqual(["TRIGGER:-P7D", "TRIGGER:-P1D", "TRIGGER:-P7D", "TRIGGER:-P1D"])
    expect(lines.filter((line) => line === "ACTION:DISPLAY")).toHaveLength(4)
  })

  test("names exact amounts, with a token's signs escaped", () => {
    expect(lines).toContain("SUMMARY:Loan on 12 KELP\\, fresh\\; really expires")
    const [description = ""] = lines.filter((line) => line.startsWith("DESCRIPTION:Debt"))
    expect(description).toContain(
      "Debt: 97.5 USDB\\nCollateral: 12.000000000000000001 KELP\\, fresh",
    )
    expect(description).toContain("https://atoll.example/borrow")
  })

  test("ends every line with CR LF, and opens and closes every part", () => {
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true)
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    for (const part of ["VCALENDAR", "VEVENT", "VALARM"]) {
      const count = (word: string) => lines.filter((line) => line === `${word}:${part}`).length
      expect(count("BEGIN")).toBe(count("END"))
    }
  })

  test("without a loan is an empty calendar", () => {
    expect(unfold(renderCalendar([], options))).toHaveLength(8)
  })
})

test("no line has more than 75 octets, and folding loses nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const line = escapeText(text)
      const folded = foldLine(line)
      expect(folded.replaceAll("\r\n ", "")).toBe(line)
      for (const part of folded.split("\r\n")) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
        // No character is cut in two.
        expect(Buffer.from(part).toString()).toBe(part)
      }
    }),
  )
})

test("text is escaped as RFC 5545 says, and loses control characters", () => {
  expect(escapeText("a\\b;c,d\r\ne\nf\rg\u0007\u007fh")).toBe("a\\\\b\\;c\\,d\\ne\\nf\\ngh")
})

test("reminders come seven days and one day before, and at the expiry", () => {
  const step = (left: number) => findReminderStep(1_000_000 + left, 1_000_000)
  expect([604_801, 604_800, 86_401, 86_400, 1, 0, -5].map(step)).toEqual([
    null,
    "week",
    "week",
    "day",
    "day",
    "expired",
    "expired",
  ])
})

test("a loan is named by source and id, and leads to the page where it is repaid", () => {
  expect(loanLabel(loan)).toBe("hub-7")
  expect(loanPath(loan)).toBe("/borrow")
  expect(loanPath({ source: "vault", wallet })).toBe("/earn")
  expect(loanPath({ source: "vesting", wallet })).toBe("/vesting")
  expect(loanPath({ source: "leverage", wallet })).toBe(`/portfolio/${wallet}`)
})

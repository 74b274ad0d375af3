import { describe, expect, test } from "vitest"
import { escapeCsvField } from "@/lib/portfolio/export-streams"

describe("a field of a file for spreadsheets", () => {
  test.each([
    ["plain", "plain"],
    ['say "hi"', '"say ""hi"""'],
    ["a,b", '"a,b"'],
    ["two\nlines", '"two\nlines"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1", "'+1"],
    ["-1+1", "'-1+1"],
    ["-1.25", "-1.25"],
    ["@cmd", "'@cmd"],
    ["\t=1", "'\t=1"],
    ["\n=1", `"'\n=1"`],
    ["＝1", "'＝1"],
    ['=A1,"x"', `"'=A1,""x"""`],
  ])("%j is written as %j", (text, field) => {
    expect(escapeCsvField(text)).toBe(field)
  })
})

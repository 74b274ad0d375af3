import { describe, expect, test } from "vitest"
import { z } from "zod"
import { createCuid, createNonce } from "@/lib/http/ids"
import { cursorId, cursorQuery, offsetQuery, toOffsetPage } from "@/lib/http/pagination"
import {
  amount,
  booleanParam,
  cleanLine,
  cleanText,
  integer,
  isoDate,
  multiLineText,
  OPAQUE_ID,
  price,
  rowId,
  SAFE_MAX,
  singleLineText,
} from "@/lib/http/wire"

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe("formats", () => {
  test("dates keep their milliseconds", () => {
    expect(z.encode(isoDate, new Date(0))).toBe("1970-01-01T00:00:00.000Z")
    expect(passes(isoDate, "1970-01-01T00:00:00Z")).toBe(false)
  })

  test("amounts keep every digit", () => {
    expect(z.encode(amount, 2n ** 256n - 1n)).toBe(`${2n ** 256n - 1n}`)
    expect(z.decode(amount, "0")).toBe(0n)
    for (const bad of ["01", "-1", "1e18", "1.0", "", " 1"]) expect(passes(amount, bad)).toBe(false)
  })

  test("prices have no exponent and no trailing zeros", () => {
    for (const good of ["0", "0.005", "12", "1234.5"]) expect(passes(price, good)).toBe(true)
    for (const bad of ["1.0", "1e-7", ".5", "00.5", "1."]) expect(passes(price, bad)).toBe(false)
  })

  test("row ids are numbers on the wire", () => {
    expect(z.encode(rowId, 184_500_003n)).toBe(184_500_003)
  })

  test("integers are decimal digits within their bounds", () => {
    expect(integer().parse("2147483647")).toBe(2_147_483_647)
    expect(integer({ max: SAFE_MAX }).parse("9007199254740991")).toBe(SAFE_MAX)
    for (const bad of ["2147483648", "-1", "+1", "1.5", "1e3", "0x10", "", " 1", "1 ", "١"]) {
      expect(passes(integer(), bad)).toBe(false)
    }
    expect(passes(integer({ max: SAFE_MAX }), "9007199254740992")).toBe(false)
    expect(passes(integer({ min: 1 }), "0")).toBe(false)
  })

  test("booleans are exactly true or false", () => {
    expect([booleanParam.parse("true"), booleanParam.parse("false")]).toEqual([true, false])
    for (const bad of ["TRUE", "1", "yes", ""]) expect(passes(booleanParam, bad)).toBe(false)
  })

  test("opaque ids are cuids that ascend in order of creation", () => {
    expect(createCuid()).toMatch(OPAQUE_ID)
    expect(createCuid(1_000) < createCuid(1_001)).toBe(true)
    expect(new Set(Array.from({ length: 1000 }, () => createCuid())).size).toBe(1000)
    expect(createNonce()).toMatch(/^[A-Za-z0-9]{24}$/)
  })
})

describe("text", () => {
  test("is composed, trimmed, and rid of what cannot be seen", () => {
    expect(cleanText(" \u0000Cafe\u0301\u200b\r\nat\rnoon\u202e\u0085 ")).toBe("Café\nat\nnoon")
    expect(cleanText("e\u200b\u0301")).toBe("é")
    expect(cleanText("a\tb\nc")).toBe("a\tb\nc")
  })

  test("a line has no line breaks", () => {
    expect(cleanLine("a\tb\r\nc\nd")).toBe("a b c d")
  })

  test("length is counted in code points, after cleaning", () => {
    expect(singleLineText({ max: 3 }).parse(" \u{1f334}\u{1f334}\u{1f334}\u200b ")).toBe(
      "\u{1f334}".repeat(3),
    )
    expect(passes(singleLineText({ max: 3 }), "abcd")).toBe(false)
    expect(passes(multiLineText({ min: 1, max: 3 }), "\u200b\n")).toBe(false)
  })
})

describe("pages", () => {
  test("an offset page knows whether more follows", () => {
    const query = offsetQuery.parse({ page: "2", limit: "2" })
    expect(toOffsetPage(["c", "d"], 5, query).pagination.hasMore).toBe(true)
    expect(toOffsetPage(["c", "d"], 4, query).pagination.hasMore).toBe(false)
    expect(offsetQuery.parse({})).toEqual({ page: 1, limit: 20 })
    expect(cursorQuery.parse({ limit: "100000" }).limit).toBe(100)
  })

  test("a cursor is a decimal row id", () => {
    expect(cursorId(undefined)).toBeNull()
    expect(cursorId("184500003")).toBe(184_500_003n)
    for (const bad of ["", "x", "-1", "1.5", "0x10", "9223372036854775808", "1".repeat(40)]) {
      expect(() => cursorId(bad)).toThrow(expect.objectContaining({ code: "INVALID_CURSOR" }))
    }
  })
})

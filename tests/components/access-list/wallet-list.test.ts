import { describe, expect, test } from "vitest"
import {
  checkTag,
  checkWallets,
  MAX_WALLETS,
  parseWallets,
} from "@/components/access-list/wallet-list"

const wallet = (n: number) => `0x${n.toString(16).padStart(40, "0")}`

describe("readWallets", () => {
  test("takes spaces, commas, semicolons and lines, and each wallet once", () => {
    const text = `${wallet(0xa)}, ${wallet(0xb)};\n${wallet(0xc)}\t${wallet(0xa).replace("a", "A")}`
    expect(parseWallets(text)).toEqual({
      wallets: [wallet(0xa), wallet(0xb), wallet(0xc)],
      invalid: [],
    })
  })

  test.each([
    ["0x12", "too short"],
    [`${wallet(1)}0`, "too long"],
    [wallet(1).slice(2), "without 0x"],
    [wallet(0), "nobody"],
    ["vitalik.eth", "a name"],
  ])("finds %j invalid: %s", (text) => {
    expect(parseWallets(`${wallet(1)} ${text}`)).toEqual({ wallets: [wallet(1)], invalid: [text] })
  })

  test("reads nothing in nothing", () => {
    expect(parseWallets(" \n ")).toEqual({ wallets: [], invalid: [] })
  })
})

describe("listError", () => {
  test("names what is no address, shortened", () => {
    expect(checkWallets(parseWallets("x".repeat(30)))).toBe(
      `“${"x".repeat(20)}…” is not an address.`,
    )
  })

  test("limits how many are sent at a time", () => {
    const many = Array.from({ length: MAX_WALLETS + 1 }, (_, i) => wallet(i + 1))
    expect(checkWallets(parseWallets(many.slice(1).join(" ")))).toBeNull()
    expect(checkWallets(parseWallets(many.join(" ")))).toContain("At most 100 wallets")
  })
})

test.each([
  ["", null],
  ["x".repeat(64), null],
  ["x".repeat(65), "At most 64 bytes"],
  ["ü".repeat(33), "At most 64 bytes"],
])("the tag %j is judged by its bytes", (tag, error) => {
  if (error === null) expect(checkTag(tag)).toBeNull()
  else expect(checkTag(tag)).toContain(error)
})

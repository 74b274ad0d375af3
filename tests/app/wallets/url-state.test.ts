import { describe, expect, test } from "vitest"
import { parseProfileState, profileHref } from "@/app/wallets/_parts/url-state"

const WALLET = `0x${"ab".repeat(20)}`

describe("the address of a profile", () => {
  test("leaves out defaults", () => {
    expect(profileHref(WALLET, parseProfileState({}))).toBe(`/wallets/${WALLET}`)
  })

  test("keeps the order of the holdings on the profile", () => {
    const href = profileHref(WALLET, {
      tab: "holdings",
      order: { sort: "cost", isAscending: true },
    })
    expect(href).toBe(`/wallets/${WALLET}?tab=holdings&sort=cost&order=asc`)
    const parameters = Object.fromEntries(new URL(href, "http://localhost").searchParams)
    expect(parseProfileState(parameters)).toMatchObject({
      tab: "holdings",
      order: { sort: "cost", isAscending: true },
    })
  })
})

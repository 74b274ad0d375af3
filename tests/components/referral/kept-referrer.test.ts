import { beforeEach, describe, expect, test, vi } from "vitest"
import {
  findReferrer,
  forgetReferrer,
  keepReferrer,
  readKeptReferrer,
} from "@/components/referral/kept-referrer"
import { storeLastAddress } from "@/components/wallet/last-wallet"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

const ANNA = `0x${"a".repeat(40)}`
const BEN = `0x${"b".repeat(40)}`

beforeEach(() => {
  openTab(new FakeStorage())
  return () => vi.unstubAllGlobals()
})

describe("the referrer of a link", () => {
  test.each([
    [`?ref=${ANNA}`, ANNA],
    [`?tab=trades&ref=0x${"A".repeat(40)}`, ANNA],
    ["?ref=anna", null],
    [`?ref=${ANNA}0`, null],
    [`?from=${ANNA}`, null],
    ["", null],
  ])("in %j is %s", (search, referrer) => expect(findReferrer(search)).toBe(referrer))

  test("of the first link is kept, in every later tab", () => {
    keepReferrer(`?ref=${ANNA}`)
    keepReferrer(`?ref=${BEN}`)
    keepReferrer("?ref=nobody")
    keepReferrer("")
    expect(readKeptReferrer()).toBe(ANNA)
  })

  test("is forgotten with the claim; the next link counts after that", () => {
    keepReferrer(`?ref=${ANNA}`)
    forgetReferrer()
    expect(readKeptReferrer()).toBeNull()
    keepReferrer(`?ref=${BEN}`)
    expect(readKeptReferrer()).toBe(BEN)
  })

  test("is not oneself, and one's own link does not stand in another's way", () => {
    keepReferrer(`?ref=${ANNA}`)
    storeLastAddress(ANNA)
    keepReferrer(`?ref=${BEN}`)
    expect(readKeptReferrer()).toBe(BEN)
    storeLastAddress(BEN)
    forgetReferrer()
    keepReferrer(`?ref=${BEN}`)
    expect(readKeptReferrer()).toBeNull()
  })

  test("is nobody where storage is forbidden or was written by others", () => {
    localStorage.setItem("atoll.referrer", "<script>")
    expect(readKeptReferrer()).toBeNull()
    vi.stubGlobal("localStorage", undefined)
    keepReferrer(`?ref=${ANNA}`)
    expect(readKeptReferrer()).toBeNull()
  })
})

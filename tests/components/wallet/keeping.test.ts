import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { dropIntent, findIntent, keepIntent } from "@/components/wallet/intent"
import { hintedAddress, hintedWho, keepHint, keepWho } from "@/components/wallet/memory"
import { beganSession, endedSession, endOfSession } from "@/components/wallet/session-times"
import { FakeStorage, openTab } from "@/tests/helpers/browser"

const WALLET = `0x${"a".repeat(40)}`
const OTHER = `0x${"b".repeat(40)}`
const DAY_MS = 24 * 60 * 60_000

beforeEach(() => {
  openTab(new FakeStorage())
  vi.stubGlobal("sessionStorage", new FakeStorage())
  vi.useFakeTimers({ now: 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("the trip to a wallet app", () => {
  test.each([
    { kind: "connect", connector: "walletConnect" } as const,
    { kind: "sign-in", wallet: WALLET } as const,
  ])("is remembered by the page that is loaded afterwards: $kind", (intent) => {
    keepIntent(intent)
    expect(findIntent()).toEqual(intent)
    dropIntent()
    expect(findIntent()).toBeNull()
  })

  test("is forgotten after ten minutes", () => {
    keepIntent({ kind: "sign-in", wallet: WALLET })
    vi.advanceTimersByTime(10 * 60_000 + 1)
    expect(findIntent()).toBeNull()
  })

  test.each(["{", "[]", '{"kind":"steal","at":1000}', '{"kind":"connect","at":1000}'])(
    "is not read out of %s",
    (text) => {
      sessionStorage.setItem("atoll.wallet.intent", text)
      expect(findIntent()).toBeNull()
    },
  )
})

describe("the end of a session", () => {
  test("is a day after the sign-in, for each wallet by itself", () => {
    beganSession(WALLET)
    vi.advanceTimersByTime(60_000)
    beganSession(OTHER)
    expect(endOfSession(WALLET)).toBe(1_000 + DAY_MS)
    expect(endOfSession(OTHER)).toBe(61_000 + DAY_MS)
  })

  test("is forgotten with the wallet, or with all", () => {
    beganSession(WALLET)
    beganSession(OTHER)
    endedSession(WALLET)
    expect([endOfSession(WALLET), endOfSession(OTHER)]).toEqual([null, 1_000 + DAY_MS])
    endedSession(null)
    expect(endOfSession(OTHER)).toBeNull()
  })
})

describe("the hint of the last wallet", () => {
  test("is an address or nothing", () => {
    keepHint(WALLET)
    expect(hintedAddress()).toBe(WALLET)
    localStorage.setItem("atoll.wallet.address", "<script>")
    expect(hintedAddress()).toBeNull()
    keepHint(null)
    expect(hintedAddress()).toBeNull()
  })

  test.each([
    ["a name and a picture", "maria", "https://pictures.example/a.png"],
    ["a name", "maria", null],
    ["a picture", null, "/ipfs/picture"],
    ["nothing", null, null],
  ])("keeps with it %s", (_, username, avatarUrl) => {
    const who = { address: WALLET, username, avatarUrl }
    keepWho(who)
    expect(hintedWho()).toEqual(who)
    localStorage.setItem("atoll.wallet.name", "<script> x")
    expect(hintedWho()).toBeNull()
  })
})

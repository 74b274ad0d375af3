import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import {
  clearPendingConnection,
  findPendingConnection,
  storePendingConnection,
} from "@/components/wallet/connect/pending-connection"
import {
  readLastAddress,
  readLastProfile,
  storeLastAddress,
  storeLastProfile,
} from "@/components/wallet/last-wallet"
import {
  clearSessionEnd,
  findSessionEnd,
  storeSessionEnd,
} from "@/components/wallet/session/session-expiry"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

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

describe("the pending connection", () => {
  test.each([
    { kind: "connect", connector: "walletConnect" } as const,
    { kind: "sign-in", wallet: WALLET } as const,
  ])("is remembered by the page that is loaded afterwards: $kind", (intent) => {
    storePendingConnection(intent)
    expect(findPendingConnection()).toEqual(intent)
    clearPendingConnection()
    expect(findPendingConnection()).toBeNull()
  })

  test("expires after ten minutes", () => {
    storePendingConnection({ kind: "sign-in", wallet: WALLET })
    vi.advanceTimersByTime(10 * 60_000 + 1)
    expect(findPendingConnection()).toBeNull()
  })

  test.each(["{", "[]", '{"kind":"steal","at":1000}', '{"kind":"connect","at":1000}'])(
    "is not read out of %s",
    (text) => {
      sessionStorage.setItem("atoll.wallet.intent", text)
      expect(findPendingConnection()).toBeNull()
    },
  )
})

describe("the end of a session", () => {
  test("is a day after the sign-in, per wallet", () => {
    storeSessionEnd(WALLET)
    vi.advanceTimersByTime(60_000)
    storeSessionEnd(OTHER)
    expect(findSessionEnd(WALLET)).toBe(1_000 + DAY_MS)
    expect(findSessionEnd(OTHER)).toBe(61_000 + DAY_MS)
  })

  test("is cleared for one wallet or for all", () => {
    storeSessionEnd(WALLET)
    storeSessionEnd(OTHER)
    clearSessionEnd(WALLET)
    expect([findSessionEnd(WALLET), findSessionEnd(OTHER)]).toEqual([null, 1_000 + DAY_MS])
    clearSessionEnd(null)
    expect(findSessionEnd(OTHER)).toBeNull()
  })
})

describe("the last wallet", () => {
  test("is an address or null", () => {
    storeLastAddress(WALLET)
    expect(readLastAddress()).toBe(WALLET)
    localStorage.setItem("atoll.wallet.address", "<script>")
    expect(readLastAddress()).toBeNull()
    storeLastAddress(null)
    expect(readLastAddress()).toBeNull()
  })

  test.each([
    ["a name and a picture", "maria", "https://pictures.example/a.png"],
    ["a name", "maria", null],
    ["a picture", null, "/ipfs/picture"],
    ["nothing", null, null],
  ])("keeps with it %s", (_, username, avatarUrl) => {
    const who = { address: WALLET, username, avatarUrl }
    storeLastProfile(who)
    expect(readLastProfile()).toEqual(who)
    localStorage.setItem("atoll.wallet.name", "<script> x")
    expect(readLastProfile()).toBeNull()
  })
})

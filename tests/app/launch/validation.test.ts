import { describe, expect, test } from "vitest"
import { addTouched, EMPTY_DRAFT, readDraft } from "@/app/launch/_parts/draft"
import { simulatePrice, summarizePath } from "@/app/launch/_parts/price-path"
import { type LaunchDraft, validateLaunch, vestSeconds } from "@/app/launch/_parts/validation"
import { WAD } from "@/lib/units"

const good: LaunchDraft = {
  ...EMPTY_DRAFT,
  symbol: "KELP",
  name: "Kelp Forest",
  multiplier: 75,
  startLiquidity: "1000",
  rewardTarget: "0",
  isFrozen: false,
}

describe("validateLaunch", () => {
  test("finds nothing in a good draft", () => {
    expect(validateLaunch(good)).toEqual({})
  })

  test.each([
    ["symbol", ""],
    ["symbol", "A B"],
    ["symbol", "A\u200BB"],
    ["symbol", "\u202Eevil"],
    ["symbol", "🐚".repeat(9)],
    ["symbol", "U\u0405DB"],
    ["symbol", "TIDE\u3164"],
    ["name", "Tide"],
    ["name", "A  B"],
    ["name", "A\u0335\u0336\u0337"],
    ["name", "   "],
    ["name", "x".repeat(129)],
    ["name", "tag\u{E0041}"],
    ["startLiquidity", "99"],
    ["startLiquidity", "10001"],
    ["startLiquidity", "100.5"],
    ["startLiquidity", "1e3"],
    ["rewardTarget", "150001"],
    ["rewardTarget", "-1"],
    ["website", "kelp.example"],
    ["website", "javascript:alert(1)"],
    ["telegram", "two words"],
    ["socialx", "http://x.com/kelp"],
    ["description", "🌿".repeat(2_001)],
  ] as const)("refuses %s %j", (field, value) => {
    expect(Object.keys(validateLaunch({ ...good, [field]: value }))).toEqual([field])
  })

  test.each([
    ["symbol", "🐚".repeat(8)],
    ["name", "é".repeat(64)],
    ["startLiquidity", "100"],
    ["startLiquidity", "10000"],
    ["rewardTarget", "150000"],
    ["website", " https://kelp.example "],
    ["telegram", "@kelp_forest"],
    ["socialx", "https://x.com/kelp"],
    ["description", "🌿".repeat(2_000)],
  ] as const)("takes %s %j at the limit", (field, value) => {
    expect(validateLaunch({ ...good, [field]: value })).toEqual({})
  })

  test("a frozen token needs a reward phase", () => {
    expect(Object.keys(validateLaunch({ ...good, isFrozen: true }))).toEqual(["rewardTarget"])
    expect(validateLaunch({ ...good, isFrozen: true, rewardTarget: "1" })).toEqual({})
  })
})

describe("simulatePrice", () => {
  test.each([1, 25, 49, 50, 51, 75, 90])(
    "multiplier %i: up, down, and never below the floor",
    (m) => {
      const { opening, peak, floor, end } = summarizePath(simulatePrice(m, 1_000, 5_000))
      expect(opening).toBe(WAD)
      expect(peak).toBeGreaterThan(opening)
      expect(end).toBeLessThan(peak)
      expect(floor).toBeLessThanOrEqual(end)
      expect(end).toBeGreaterThanOrEqual(opening)
    },
  )

  test("multiplier 100: every trade raises the price", () => {
    const { buying, selling } = simulatePrice(100, 1_000, 5_000)
    const prices = [...buying, ...selling.slice(1)].map(({ price }) => price)
    expect(prices).toEqual([...prices].sort((a, b) => (a < b ? -1 : 1)))
  })

  test("a floor only rises", () => {
    const { buying, selling } = simulatePrice(40, 500, 10_000)
    const floors = [...buying, ...selling.slice(1)].map(({ floor }) => floor)
    for (const [at, floor] of floors.entries()) {
      // The closed form loses a few units to rounding; the contract keeps the best it has seen.
      expect(floor + 1_000n).toBeGreaterThanOrEqual(floors[at - 1] ?? 0n)
    }
  })
})

describe("a stored draft", () => {
  test("is read as it was written", () => {
    const kept = {
      id: "x",
      draft: { ...good, picture: "data:image/webp;base64,AAAA" },
      created: null,
    }
    expect(readDraft(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  })

  test.each([null, 7, "x", [], {}, { id: 7, draft: {} }, { id: "x" }])("%j is none", (value) => {
    expect(readDraft(value)).toBeNull()
  })

  test("what is not ours in it becomes what an empty one has", () => {
    const draft = {
      symbol: 7,
      picture: "javascript:alert(1)",
      multiplier: 1_000,
      startLiquidity: null,
      isFrozen: "yes",
      unknown: true,
    }
    expect(readDraft({ id: "x", draft, created: {} })).toEqual({
      id: "x",
      draft: { ...EMPTY_DRAFT, multiplier: 90 },
      created: null,
    })
  })
})

describe("autoVest", () => {
  test("lasts 1 hour to 990 days, and is not looked at while it is off", () => {
    const draft = { ...good, autoVest: "gradual" as const }
    const errorOf = (vestDuration: string, vestUnit: LaunchDraft["vestUnit"]) =>
      validateLaunch({ ...draft, vestDuration, vestUnit }).vestDuration
    expect(errorOf("1", "hours")).toBeUndefined()
    expect(errorOf("990", "days")).toBeUndefined()
    for (const text of ["0", "991", "1.5", ""]) expect(errorOf(text, "days")).toMatch(/990 days/)
    expect(validateLaunch({ ...good, vestDuration: "0" })).toEqual({})
    expect(vestSeconds({ vestDuration: "2", vestUnit: "hours" })).toBe(7_200)
  })

  test("a draft of the version without it still loads", () => {
    const { autoVest: _, vestDuration: __, vestUnit: ___, ...old } = good
    const stored = readDraft({ id: "d", created: null, draft: old })
    expect(stored?.draft).toEqual(good)
    const kept = { ...good, autoVest: "cliff", vestDuration: "5", vestUnit: "hours" }
    expect(readDraft({ id: "d", created: null, draft: kept })?.draft).toEqual(kept)
  })
})

describe("a field that was left", () => {
  const none: ReadonlySet<string> = new Set()

  test("shows its error once something was entered, also after that was taken out again", () => {
    const touched = addTouched(none, { ...EMPTY_DRAFT, symbol: "A B" }, "symbol")
    expect([...touched]).toEqual(["symbol"])
    expect([...addTouched(touched, EMPTY_DRAFT, "symbol")]).toEqual(["symbol"])
  })

  test.each(["symbol", "name", "startLiquidity"] as const)(
    "shows nothing while %s is as it was: somebody passed through it",
    (field) => {
      expect([...addTouched(none, EMPTY_DRAFT, field)]).toEqual([])
    },
  )
})

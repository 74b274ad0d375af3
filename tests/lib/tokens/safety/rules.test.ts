import { describe, expect, test } from "vitest"
import { evaluateSafety, type SafetyFacts } from "@/lib/tokens/safety/rules"

/** A token nothing speaks against and nothing for. */
const plain: SafetyFacts = {
  isMain: false,
  isFrozen: false,
  surge: null,
  isVetted: null,
  metadata: { hasImage: true, hasDescription: true, hasLinks: true },
  holderCount: 0,
  topTenShare: null,
  creatorShare: 0,
  creatorSales: { hasSold: false, weekShare: 0 },
  sameBlockBuyers: { inLaunchBlock: 0, inOneBlock: 0 },
  otherLaunches: { total: 0, lost: 0 },
  floorShare: null,
  lookalike: null,
  vestingPledgedShare: 0,
}

const older = { address: `0x${"1".repeat(40)}`, symbol: "KELP", name: "Kelp" }
const endsAt = new Date(Date.UTC(2026, 0, 1))

const one = (facts: Partial<SafetyFacts>) => {
  const findings = evaluateSafety({ ...plain, ...facts })
  expect(findings).toHaveLength(1)
  return findings[0]
}

describe("a finding", () => {
  test.each<[string, Partial<SafetyFacts>, object]>([
    [
      "the name of the platform's own",
      { lookalike: { symbol: "USDB", isPlatform: true, token: null } },
      { code: "look_alike", level: "danger", title: "Name resembles USDB", token: null },
    ],
    [
      "the name of an older token",
      { lookalike: { symbol: older.symbol, isPlatform: false, token: older } },
      { code: "look_alike", level: "caution", token: older },
    ],
    ["a freeze", { isFrozen: true }, { code: "frozen", level: "caution", value: null }],
    ["a small surge", { surge: { rate: 1, endsAt } }, { level: "caution", value: 1, endsAt }],
    ["a large surge", { surge: { rate: 1_000, endsAt } }, { code: "surge_tax", level: "danger" }],
    ["a review", { isVetted: true }, { code: "vetted", level: "good" }],
    ["no review", { isVetted: false }, { code: "vetted", level: "info" }],
    [
      "a missing picture",
      { metadata: { ...plain.metadata, hasImage: false } },
      {
        code: "metadata_missing",
        level: "info",
        sentence: "The creator has published no picture.",
      },
    ],
    [
      "nothing told",
      { metadata: { hasImage: false, hasDescription: false, hasLinks: false } },
      { level: "caution", value: 3 },
    ],
    [
      "an old sale of the creator",
      { creatorSales: { hasSold: true, weekShare: 0 } },
      { code: "creator_sold", level: "info" },
    ],
    [
      "a recent sale of the creator",
      { creatorSales: { hasSold: true, weekShare: 2_499 } },
      { level: "caution", value: 2_499 },
    ],
    [
      "a large recent sale of the creator",
      { creatorSales: { hasSold: true, weekShare: 2_500 } },
      { level: "danger" },
    ],
    [
      "a buy in the launch's block",
      { sameBlockBuyers: { inLaunchBlock: 1, inOneBlock: 1 } },
      { code: "early_same_block", level: "caution", value: 1 },
    ],
    [
      "a crowd in one early block",
      { sameBlockBuyers: { inLaunchBlock: 0, inOneBlock: 5 } },
      { level: "danger", value: 5 },
    ],
    [
      "a lost launch",
      { otherLaunches: { total: 1, lost: 1 } },
      {
        code: "creator_history",
        level: "caution",
        sentence: "1 of the creator's 1 other launch lost more than 90% of the launch price.",
      },
    ],
    ["three lost launches", { otherLaunches: { total: 9, lost: 3 } }, { level: "danger" }],
    [
      "little vesting that is borrowed against",
      { vestingPledgedShare: 99 },
      { code: "VESTED_BUT_BORROWED", level: "info", value: 99 },
    ],
    ["more of it", { vestingPledgedShare: 100 }, { level: "caution" }],
    ["much of it", { vestingPledgedShare: 2_000 }, { level: "danger" }],
    ["a far floor", { floorShare: 4_999 }, { code: "price_floor", level: "info", value: 4_999 }],
    ["a close floor", { floorShare: 5_000 }, { level: "good" }],
  ])("is made of %s", (_, facts, expected) => {
    expect(one(facts)).toMatchObject(expected)
  })

  test.each([
    [0, "good", "The creator holds no tokens."],
    [499, "good", "The creator holds 4.99% of the supply."],
    [500, "caution", "The creator holds 5% of the supply."],
    [2_000, "danger", "The creator holds 20% of the supply."],
  ])("grades a creator's share of %d", (creatorShare, level, sentence) => {
    expect(one({ holderCount: 1, creatorShare })).toMatchObject({
      code: "creator_share",
      level,
      sentence,
    })
  })

  test.each([
    [10, 4_999, "good"],
    [10, 5_000, "caution"],
    [10, 8_000, "danger"],
    [9, 10_000, "caution"],
  ])("grades the concentration among %d holders at %d", (holderCount, topTenShare, level) => {
    const findings = evaluateSafety({ ...plain, holderCount, topTenShare })
    expect(findings.find(({ code }) => code === "concentration")).toMatchObject({
      level,
      value: topTenShare,
    })
  })
})

test("two wallets in one early block are chance, a small change of the creator's is none", () => {
  expect(
    evaluateSafety({ ...plain, sameBlockBuyers: { inLaunchBlock: 0, inOneBlock: 2 } }),
  ).toEqual([])
  expect(evaluateSafety(plain)).toEqual([])
})

test("unknown facts are no findings", () => {
  expect(evaluateSafety({ ...plain, isFrozen: null, isVetted: null })).toEqual([])
})

test("TIDE has no creator to judge", () => {
  const facts = { ...plain, isMain: true, isVetted: false, holderCount: 20, creatorShare: 9_000 }
  expect(evaluateSafety({ ...facts, otherLaunches: { total: 5, lost: 5 } })).toEqual([])
})

test("the worst come first", () => {
  const levels = evaluateSafety({
    ...plain,
    isVetted: true,
    floorShare: 1,
    isFrozen: true,
    creatorSales: { hasSold: true, weekShare: 9_000 },
  }).map(({ level }) => level)
  expect(levels).toEqual(["danger", "caution", "info", "good"])
})

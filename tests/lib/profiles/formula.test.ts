import { describe, expect, test } from "vitest"
import {
  type BasePoints,
  computeOwnPoints,
  computeReferralPoints,
  findFirstTierChange,
  POINT,
} from "@/lib/profiles/points/formula"
import { WAD } from "@/lib/units"

const NO_STREAK = { day: -2, length: 0 }
const at = new Date(0)
const points = (whole: number, hundredths = 0) =>
  BigInt(whole) * POINT + (BigInt(hundredths) * POINT) / 100n

const day = (number: number, base: Partial<BasePoints> = {}): BasePoints => ({
  ...{ day: number, trading: 0n, prediction: 0n, creator: 0n, positions: 0n },
  ...{ hasAgentAward: false, posts: 0, at },
  ...base,
})
const own = (days: BasePoints[], before = NO_STREAK) =>
  computeOwnPoints(days, before).map((each) => each.own)

describe("own points", () => {
  test("are those of the published example: 6,024 on a third active day", () => {
    const third = day(9, { trading: 6_000n * WAD, prediction: 20n * WAD })
    expect(own([third], { day: 8, length: 2 })).toEqual([points(6_024)])
  })

  test.each([
    [
      "what was bought, to the last decimal",
      { trading: 1_234n * WAD + 7n },
      points(1_234) + 7_000_000n,
    ],
    ["at most 5,000 of a category", { trading: 5_000n * WAD + 1n }, points(5_000)],
    [
      "each category by itself",
      {
        ...{ trading: 9_000n * WAD, prediction: 9_000n * WAD },
        ...{ creator: 6_000n * WAD, positions: 7_000n * WAD },
      },
      points(20_000),
    ],
    ["positions, which make no day active", { positions: 30n * WAD }, points(30)],
    ["500 for an agent, which no cap and no factor touches", { hasAgentAward: true }, points(500)],
    ["50 for each post, which no factor touches", { posts: 6, trading: WAD }, points(301)],
  ])("count %s", (_, base, expected) => {
    expect(own([day(3, base)])).toEqual([expected])
  })

  test("grow by a tenth a day, to twice as much", () => {
    const days = Array.from({ length: 13 }, (_, i) => day(i, { trading: 100n * WAD }))
    const tenths = own(days).map((each) => Number(each / (10n * POINT)))
    expect(tenths).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20, 20])
  })

  test("begin again after a day without an act, whatever was held or awarded on it", () => {
    const active = { creator: 100n * WAD }
    const idle = day(3, { positions: 10n * WAD, hasAgentAward: true })
    const days = [day(1, active), day(2, active), idle, day(4, active), day(6, active)]
    expect(own(days)).toEqual([points(100), points(110), points(510), points(100), points(100)])
  })

  test("go on from the streak before the first of the days, when it ended the day before", () => {
    const bought = day(10, { prediction: 10n * WAD })
    expect(own([bought], { day: 9, length: 4 })).toEqual([points(14)])
    expect(own([bought], { day: 8, length: 4 })).toEqual([points(10)])
  })
})

describe("referral points", () => {
  const referral = (input: {
    own?: bigint
    first?: bigint
    second?: bigint
    before?: bigint
    referrer?: bigint | null
  }) =>
    computeReferralPoints({
      days: [5],
      own: () => input.own ?? 0n,
      referred: () => ({ first: input.first ?? 0n, second: input.second ?? 0n, at }),
      before: input.before ?? 0n,
      referrerTotal: () => input.referrer ?? null,
    })[0]?.referral

  test.each([
    ["3 % of the first layer for a Plankton", { first: points(100) }, points(3)],
    ["3.2 % for a Hatchling", { first: points(100), before: points(500) }, points(3, 20)],
    [
      "no more than 3 % one point below",
      { first: points(100), before: points(500) - 1n },
      points(3),
    ],
    ["5 % for a Leviathan", { first: points(100), before: points(500_000) }, points(5)],
    ["1 % of the second layer", { second: points(100) }, points(1)],
    [
      "at most 5,000 of both layers",
      { first: points(90_000), second: points(900_000) },
      points(5_000),
    ],
    ["a kickback by the referrer's tier", { own: points(100), referrer: points(0) }, points(0, 3)],
    [
      "0.75 % of a Leviathan's referral",
      { own: points(100), referrer: points(500_000) },
      points(0, 75),
    ],
    ["no kickback without a referrer", { own: points(100), referrer: null }, 0n],
    [
      "a kickback above the cap of the layers",
      { first: points(900_000), own: points(100), referrer: 0n },
      points(5_000, 3),
    ],
  ])("are %s", (_, input, expected) => {
    expect(referral(input)).toBe(expected)
  })

  test("follow the tiers that the days before brought", () => {
    const days = computeReferralPoints({
      days: [1, 2],
      own: () => points(500),
      referred: () => ({ first: points(100), second: 0n, at }),
      before: 0n,
      referrerTotal: (day) => (day === 1 ? points(499) : points(500)),
    })
    expect(days.map((each) => each.referral)).toEqual([points(3, 15), points(3, 50)])
  })
})

test("a tier that changes for days to come changes from the day after", () => {
  const course = (day: number, before: number, now: number) => ({
    ...{ day, before: points(before), now: points(now) },
  })
  expect(findFirstTierChange([course(1, 10, 490), course(2, 20, 510)])).toBe(3)
  expect(findFirstTierChange([course(1, 10, 490), course(2, 510, 511)])).toBeNull()
})

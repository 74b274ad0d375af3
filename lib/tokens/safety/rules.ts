import { percent } from "@/lib/format"
import { type Finding, findingLevels } from "./schema"

/** What the rules look at. Shares, rates and changes are basis points. */
export type SafetyFacts = {
  isMain: boolean
  /** Null when it is not known. */
  isFrozen: boolean | null
  surge: { rate: number; endsAt: Date | null } | null
  isVetted: boolean | null
  /** How many of picture, description and links the creator has given. */
  metadata: { hasImage: boolean; hasDescription: boolean; hasLinks: boolean }
  holderCount: number
  topTenShare: number | null
  creatorShare: number
  creatorSales: CreatorSales
  early: EarlyCrowd
  otherLaunches: { total: number; lost: number }
  /** The floor against the price; null for tokens without one, and before the first price. */
  floorShare: number | null
  lookAlike: LookAlike | null
}

/** What the token's symbol or name looks like: an older token, or USDB, which has no page. */
export type LookAlike = {
  symbol: string
  /** Whether it is USDB or TIDE. */
  isPlatform: boolean
  token: Finding["token"]
}

/** The creator's sales of the token: when the last one was, and the share of its holdings sold in a week. */
export type CreatorSales = { hasSold: boolean; weekShare: number }

/** Wallets but the creator that bought in the block of the launch, and the most that bought in one early block. */
export type EarlyCrowd = { inLaunchBlock: number; inOneBlock: number }

/** From here on a finding is a caution, and from the second on a danger. */
const CREATOR_SHARE = [500, 2_000] as const
const CONCENTRATION = [5_000, 8_000] as const
/** Of what the creator held a week ago. */
const CREATOR_SOLD = [1, 2_500] as const
/** Surge tax on top of the base tax. */
const SURGE = [1, 1_000] as const
/** Wallets in one early block; a single one in the launch's own block is worth a caution. */
const SAME_BLOCK = [3, 5] as const
/** Other launches that lost nearly everything. */
const LOST_LAUNCHES = [1, 3] as const
/** A change below this counts as lost: more than 90 % of the launch's price is gone. */
export const LOST_BELOW = -9_000
/** With fewer holders the ten largest hold nearly everything by necessity. */
const FEW_HOLDERS = 10
/** A floor this close to the price is worth saying as a good thing. */
const CLOSE_FLOOR = 5_000

/**
 * What a buyer should know of a token, the worst first. Every finding follows from the facts and the
 * thresholds above alone: the API answers it and the page draws it.
 */
export function findingsOf(facts: SafetyFacts): Finding[] {
  const findings = [
    lookAlike(facts),
    frozen(facts),
    surgeTax(facts),
    ...(facts.isMain ? [] : aboutCreator(facts)),
    concentration(facts),
    vetted(facts),
    priceFloor(facts),
  ]
  return findings
    .flatMap((each) => (each ? [each] : []))
    .sort((a, b) => findingLevels.indexOf(a.level) - findingLevels.indexOf(b.level))
}

type Rule = (facts: SafetyFacts) => Finding | null

const aboutCreator = (facts: SafetyFacts) =>
  [creatorShare, creatorSold, earlySameBlock, creatorHistory, metadataMissing].map((rule) =>
    rule(facts),
  )

const make = (
  finding: Omit<Finding, "value" | "endsAt" | "token"> & Partial<Finding>,
): Finding => ({
  value: null,
  endsAt: null,
  token: null,
  ...finding,
})

const grade = (value: number, [caution, danger]: readonly [number, number]) =>
  value >= danger ? "danger" : value >= caution ? "caution" : null

const lookAlike: Rule = ({ lookAlike: other }) => {
  if (!other) return null
  return make({
    code: "look_alike",
    level: other.isPlatform ? "danger" : "caution",
    title: other.isPlatform ? `Called like ${other.symbol}` : "Called like an older token",
    sentence: other.isPlatform
      ? `Its symbol or name looks like ${other.symbol}, but it is another token.`
      : "Its symbol or name looks like that of an older token.",
    token: other.token,
  })
}

const frozen: Rule = ({ isFrozen }) =>
  isFrozen
    ? make({
        code: "frozen",
        level: "caution",
        title: "Frozen",
        sentence:
          "Only wallets on the creator's whitelist can buy. Everybody who holds it can sell.",
      })
    : null

const surgeTax: Rule = ({ surge }) => {
  const level = surge && grade(surge.rate, SURGE)
  if (!surge || !level) return null
  return make({
    code: "surge_tax",
    level,
    title: "Surge tax",
    sentence: `Every trade pays ${percent(surge.rate)} on top of the usual tax. It falls until the surge ends.`,
    value: surge.rate,
    endsAt: surge.endsAt,
  })
}

const creatorShare: Rule = ({ creatorShare: share, holderCount }) => {
  if (holderCount === 0) return null
  const level = grade(share, CREATOR_SHARE) ?? "good"
  return make({
    code: "creator_share",
    level,
    title: level === "good" ? "Creator holds little" : "Creator holds a lot",
    sentence:
      share === 0
        ? "The creator holds none of it."
        : `The creator holds ${percent(share)} of the supply.`,
    value: share,
  })
}

const creatorSold: Rule = ({ creatorSales: { hasSold, weekShare } }) => {
  const level = grade(weekShare, CREATOR_SOLD)
  if (!level && !hasSold) return null
  return make({
    code: "creator_sold",
    level: level ?? "info",
    title: level ? "Creator is selling" : "Creator has sold before",
    sentence: level
      ? `In the last 7 days the creator sold ${percent(weekShare)} of what the creator had.`
      : "The creator has sold some of it, but nothing in the last 7 days.",
    value: weekShare,
  })
}

const concentration: Rule = ({ topTenShare: share, holderCount }) => {
  if (share === null) return null
  const isFew = holderCount < FEW_HOLDERS
  const level = isFew ? "caution" : (grade(share, CONCENTRATION) ?? "good")
  return make({
    code: "concentration",
    level,
    title: level === "good" ? "Spread over many wallets" : "In few hands",
    sentence: isFew
      ? `Only ${holderCount === 1 ? "one wallet holds" : `${holderCount} wallets hold`} it.`
      : `The ten largest wallets hold ${percent(share)} of the supply.`,
    value: share,
  })
}

const earlySameBlock: Rule = ({ early: { inLaunchBlock, inOneBlock } }) => {
  const level = grade(inOneBlock, SAME_BLOCK) ?? (inLaunchBlock > 0 ? "caution" : null)
  if (!level) return null
  const wallets = Math.max(inLaunchBlock, inOneBlock)
  const who = wallets === 1 ? "One wallet" : `${wallets} wallets`
  return make({
    code: "early_same_block",
    level,
    title: "Bought together at the start",
    sentence:
      inLaunchBlock === wallets
        ? `${who} bought in the very block of the launch.`
        : `${who} bought in one block among the first buys. They may belong together.`,
    value: wallets,
  })
}

const creatorHistory: Rule = ({ otherLaunches: { total, lost } }) => {
  const level = grade(lost, LOST_LAUNCHES)
  if (!level) return null
  return make({
    code: "creator_history",
    level,
    title: "Earlier launches failed",
    sentence: `${lost} of the creator's ${total} other ${total === 1 ? "launch" : "launches"} lost more than 90% of the launch price.`,
    value: lost,
  })
}

const metadataMissing: Rule = ({ metadata: { hasImage, hasDescription, hasLinks } }) => {
  const missing = [
    ...(hasDescription ? [] : ["description"]),
    ...(hasImage ? [] : ["picture"]),
    ...(hasLinks ? [] : ["links"]),
  ]
  if (missing.length === 0) return null
  return make({
    code: "metadata_missing",
    level: missing.length === 3 ? "caution" : "info",
    title: missing.length === 3 ? "Nothing told about it" : "Not much told about it",
    sentence: `The creator has given no ${missing.join(", no ")}.`,
    value: missing.length,
  })
}

const vetted: Rule = ({ isVetted, isMain }) => {
  if (isVetted) {
    return make({
      code: "vetted",
      level: "good",
      title: "Vetted",
      sentence: "The operator of Atoll has reviewed the project.",
    })
  }
  if (isVetted === null || isMain) return null
  return make({
    code: "vetted",
    level: "info",
    title: "Not reviewed",
    sentence: "The operator of Atoll has not reviewed the project. Anyone can launch a token.",
  })
}

const priceFloor: Rule = ({ floorShare: share }) => {
  if (share === null) return null
  return make({
    code: "price_floor",
    level: share >= CLOSE_FLOOR ? "good" : "info",
    title: share >= CLOSE_FLOOR ? "Floor close to the price" : "Floor far below the price",
    sentence:
      share >= 10_000
        ? "Against TIDE the price cannot fall: every trade keeps or raises it."
        : `Against TIDE the price cannot fall below ${percent(share)} of what it is now.`,
    value: share,
  })
}

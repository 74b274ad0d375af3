import { formatPercent } from "@/lib/format"
import { type Finding, findingLevels } from "./schema"

/** Input of the rules. Shares, rates and changes are basis points. */
export type SafetyFacts = {
  isMain: boolean
  /** Null if unknown. */
  isFrozen: boolean | null
  surge: { rate: number; endsAt: Date | null } | null
  isVetted: boolean | null
  /** Whether the creator has published a picture, a description and links. */
  metadata: { hasImage: boolean; hasDescription: boolean; hasLinks: boolean }
  holderCount: number
  topTenShare: number | null
  creatorShare: number
  creatorSales: CreatorSales
  sameBlockBuyers: SameBlockBuyers
  otherLaunches: { total: number; lost: number }
  /** Floor relative to the price; null without a floor or a price. */
  floorShare: number | null
  lookalike: Lookalike | null
  /** Share of the supply in schedules whose owners have borrowed on them. */
  vestingPledgedShare: number
}

/** The token that the symbol or name resembles: an older token, or USDB, which has no page. */
export type Lookalike = {
  symbol: string
  /** Whether the token is USDB or TIDE. */
  isPlatform: boolean
  token: Finding["token"]
}

/** Whether the creator ever sold, and the share of its holdings that it sold in the last 7 days. */
export type CreatorSales = { hasSold: boolean; weekShare: number }

/** Wallets other than the creator: buyers in the block of the launch, and the most buyers in one early block. */
export type SameBlockBuyers = { inLaunchBlock: number; inOneBlock: number }

/** From the first threshold a finding is a caution, from the second a danger. */
const CREATOR_SHARE_THRESHOLDS = [500, 2_000] as const
const CONCENTRATION_THRESHOLDS = [5_000, 8_000] as const
/** Share of the holdings a week ago. */
const CREATOR_SOLD_THRESHOLDS = [1, 2_500] as const
/** Surge tax on top of the base tax. */
const SURGE_THRESHOLDS = [1, 1_000] as const
/** Shares of the supply; smaller ones are not worth a finding. */
const VESTING_PLEDGED_THRESHOLDS = [100, 2_000] as const
/** Wallets in one early block; a single one in the block of the launch is a caution. */
const SAME_BLOCK_THRESHOLDS = [3, 5] as const
/** Other launches that lost nearly everything. */
const LOST_TOKENS_THRESHOLDS = [1, 3] as const
/** A token that lost more than 90 % of its launch price counts as lost. */
export const LOST_CHANGE_BASIS_POINTS = -9_000
/** With fewer holders the ten largest always hold nearly everything. */
const MIN_HOLDERS_FOR_CONCENTRATION = 10
/** From this share of the price the floor is a good finding. */
const CLOSE_FLOOR_BASIS_POINTS = 5_000

/** Findings for a buyer, the worst first. They depend only on the facts and the thresholds above. */
export function evaluateSafety(facts: SafetyFacts): Finding[] {
  const findings = [
    checkLookalike(facts),
    checkFrozen(facts),
    checkSurgeTax(facts),
    ...(facts.isMain ? [] : checkCreator(facts)),
    checkConcentration(facts),
    checkBorrowedVesting(facts),
    checkVetted(facts),
    checkPriceFloor(facts),
  ]
  return findings
    .flatMap((each) => (each ? [each] : []))
    .sort((a, b) => findingLevels.indexOf(a.level) - findingLevels.indexOf(b.level))
}

type Rule = (facts: SafetyFacts) => Finding | null

const checkCreator = (facts: SafetyFacts) =>
  [
    checkCreatorShare,
    checkCreatorSales,
    checkSameBlockBuyers,
    checkCreatorHistory,
    checkMetadata,
  ].map((rule) => rule(facts))

const createFinding = (
  finding: Omit<Finding, "value" | "endsAt" | "token"> & Partial<Finding>,
): Finding => ({
  value: null,
  endsAt: null,
  token: null,
  ...finding,
})

const toLevel = (value: number, [caution, danger]: readonly [number, number]) =>
  value >= danger ? "danger" : value >= caution ? "caution" : null

const checkLookalike: Rule = ({ lookalike: other }) => {
  if (!other) return null
  return createFinding({
    code: "look_alike",
    level: other.isPlatform ? "danger" : "caution",
    title: other.isPlatform ? `Name resembles ${other.symbol}` : "Name resembles an older token",
    sentence: other.isPlatform
      ? `Its symbol or name looks like ${other.symbol}, but it is another token.`
      : "Its symbol or name looks like that of an older token.",
    token: other.token,
  })
}

const checkFrozen: Rule = ({ isFrozen }) =>
  isFrozen
    ? createFinding({
        code: "frozen",
        level: "caution",
        title: "Frozen",
        sentence:
          "Only wallets on the creator's whitelist can buy. Everybody who holds it can sell.",
      })
    : null

const checkSurgeTax: Rule = ({ surge }) => {
  const level = surge && toLevel(surge.rate, SURGE_THRESHOLDS)
  if (!surge || !level) return null
  return createFinding({
    code: "surge_tax",
    level,
    title: "Surge tax",
    sentence: `Every trade pays ${formatPercent(surge.rate)} on top of the usual tax. It falls until the surge ends.`,
    value: surge.rate,
    endsAt: surge.endsAt,
  })
}

const checkCreatorShare: Rule = ({ creatorShare: share, holderCount }) => {
  if (holderCount === 0) return null
  const level = toLevel(share, CREATOR_SHARE_THRESHOLDS) ?? "good"
  return createFinding({
    code: "creator_share",
    level,
    title: level === "good" ? "Creator holds little" : "Creator holds a lot",
    sentence:
      share === 0
        ? "The creator holds no tokens."
        : `The creator holds ${formatPercent(share)} of the supply.`,
    value: share,
  })
}

const checkCreatorSales: Rule = ({ creatorSales: { hasSold, weekShare } }) => {
  const level = toLevel(weekShare, CREATOR_SOLD_THRESHOLDS)
  if (!level && !hasSold) return null
  return createFinding({
    code: "creator_sold",
    level: level ?? "info",
    title: level ? "Creator is selling" : "Creator has sold before",
    sentence: level
      ? `The creator sold ${formatPercent(weekShare)} of its holdings in the last 7 days.`
      : "The creator has sold some tokens, but none in the last 7 days.",
    value: weekShare,
  })
}

const checkConcentration: Rule = ({ topTenShare: share, holderCount }) => {
  if (share === null) return null
  const isFew = holderCount < MIN_HOLDERS_FOR_CONCENTRATION
  const level = isFew ? "caution" : (toLevel(share, CONCENTRATION_THRESHOLDS) ?? "good")
  return createFinding({
    code: "concentration",
    level,
    title: level === "good" ? "Widely distributed" : "Concentrated ownership",
    sentence: isFew
      ? `Only ${holderCount === 1 ? "one wallet holds" : `${holderCount} wallets hold`} it.`
      : `The ten largest wallets hold ${formatPercent(share)} of the supply.`,
    value: share,
  })
}

/** Vesting promises that tokens do not move. A loan on them pays like a sale, and need not be repaid. */
const checkBorrowedVesting: Rule = ({ vestingPledgedShare: share }) => {
  if (share === 0) return null
  return createFinding({
    code: "VESTED_BUT_BORROWED",
    level: toLevel(share, VESTING_PLEDGED_THRESHOLDS) ?? "info",
    title: "Vesting tokens are borrowed against",
    sentence: `${formatPercent(share)} of the supply is vesting, but its owners have taken loans on it: they have the money already, and lose only the tokens if they do not repay.`,
    value: share,
  })
}

const checkSameBlockBuyers: Rule = ({ sameBlockBuyers: { inLaunchBlock, inOneBlock } }) => {
  const level = toLevel(inOneBlock, SAME_BLOCK_THRESHOLDS) ?? (inLaunchBlock > 0 ? "caution" : null)
  if (!level) return null
  const wallets = Math.max(inLaunchBlock, inOneBlock)
  const who = wallets === 1 ? "One wallet" : `${wallets} wallets`
  return createFinding({
    code: "early_same_block",
    level,
    title: "Bought in one block at launch",
    sentence:
      inLaunchBlock === wallets
        ? `${who} bought in the block of the launch.`
        : `${who} bought in one block among the first buys. They may have the same owner.`,
    value: wallets,
  })
}

const checkCreatorHistory: Rule = ({ otherLaunches: { total, lost } }) => {
  const level = toLevel(lost, LOST_TOKENS_THRESHOLDS)
  if (!level) return null
  return createFinding({
    code: "creator_history",
    level,
    title: "Earlier launches lost their value",
    sentence: `${lost} of the creator's ${total} other ${total === 1 ? "launch" : "launches"} lost more than 90% of the launch price.`,
    value: lost,
  })
}

const checkMetadata: Rule = ({ metadata: { hasImage, hasDescription, hasLinks } }) => {
  const missing = [
    ...(hasDescription ? [] : ["description"]),
    ...(hasImage ? [] : ["picture"]),
    ...(hasLinks ? [] : ["links"]),
  ]
  if (missing.length === 0) return null
  return createFinding({
    code: "metadata_missing",
    level: missing.length === 3 ? "caution" : "info",
    title: missing.length === 3 ? "No project information" : "Incomplete project information",
    sentence: `The creator has published no ${missing.join(", no ")}.`,
    value: missing.length,
  })
}

const checkVetted: Rule = ({ isVetted, isMain }) => {
  if (isVetted) {
    return createFinding({
      code: "vetted",
      level: "good",
      title: "Vetted",
      sentence: "The operator of Atoll has reviewed the project.",
    })
  }
  if (isVetted === null || isMain) return null
  return createFinding({
    code: "vetted",
    level: "info",
    title: "Not reviewed",
    sentence: "The operator of Atoll has not reviewed the project. Anyone can launch a token.",
  })
}

const checkPriceFloor: Rule = ({ floorShare: share }) => {
  if (share === null) return null
  return createFinding({
    code: "price_floor",
    level: share >= CLOSE_FLOOR_BASIS_POINTS ? "good" : "info",
    title:
      share >= CLOSE_FLOOR_BASIS_POINTS ? "Floor close to the price" : "Floor far below the price",
    sentence:
      share >= 10_000
        ? "Against TIDE the price cannot fall: every trade keeps or raises it."
        : `Against TIDE the price cannot fall below ${formatPercent(share)} of what it is now.`,
    value: share,
  })
}

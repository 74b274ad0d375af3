import { type SqlBool, sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findOtherCreatorTokens } from "@/lib/tokens/creator-tokens-queries"
import type { CreatorToken } from "@/lib/tokens/creator-tokens-schema"
import { findHolderTable } from "@/lib/tokens/holders/queries"
import type { HolderTable } from "@/lib/tokens/holders/schema"
import { findIndexedTokenState, type IndexedTokenState } from "@/lib/tokens/indexed-state"
import { computeFloor, computeSurgeRate } from "@/lib/tokens/metrics"
import { toSkeleton } from "@/lib/tokens/names/skeleton"
import { getToken } from "@/lib/tokens/queries"
import type { TokenView } from "@/lib/tokens/schema"
import { getTokenDetail } from "@/lib/tokens/service"
import { findOlderSimilarToken } from "@/lib/tokens/similar-tokens-queries"
import { findSupplyParts } from "@/lib/tokens/supply-queries"
import { type EarlyBuy, findEarlyBuys } from "@/lib/tokens/trades/queries"
import {
  type CreatorSales,
  evaluateSafety,
  LOST_CHANGE_BASIS_POINTS,
  type Lookalike,
  type SameBlockBuyers,
} from "./rules"
import type { Finding } from "./schema"

/** Further inputs of the rules; pages that show them anyway pass them in. */
export type SafetyInputs = {
  holders: HolderTable
  creatorTokens: readonly CreatorToken[]
  earlyBuys: readonly EarlyBuy[]
  state: IndexedTokenState | null
}

/** GET /api/v1/tokens/{address}/safety. */
export async function getSafetyFindings(address: string): Promise<Finding[]> {
  // The token's details include the review of the project, read from the chain.
  await getTokenDetail(address)
  const token = await getToken(address)
  const [holders, launches, early, reading] = await Promise.all([
    findHolderTable(token, 0),
    findOtherCreatorTokens(token),
    findEarlyBuys(token.address),
    findIndexedTokenState(token.address),
  ])
  return findSafetyFindings(token, {
    holders,
    creatorTokens: launches,
    earlyBuys: early,
    state: reading,
  })
}

/** The findings on a token, the worst first. */
export async function findSafetyFindings(
  token: TokenView,
  around: SafetyInputs,
): Promise<Finding[]> {
  const { holders, creatorTokens, earlyBuys, state } = around
  const [sales, lookAlike, { supply, vestingPledged }] = await Promise.all([
    findCreatorSales(token, holders.creatorBalance),
    findLookalike(token),
    findSupplyParts({ address: token.address, supply: holders.supply }),
  ])
  const surge = state?.surge ?? null
  const rate = computeSurgeRate(surge, new Date())
  return evaluateSafety({
    isMain: token.isMain,
    isFrozen: state?.frozen ?? null,
    surge: surge && rate > 0 ? { rate, endsAt: surge.endsAt } : null,
    isVetted: token.vetted,
    metadata: {
      hasImage: !!token.image,
      hasDescription: !!token.description,
      hasLinks: !!(token.website || token.telegram || token.socialx),
    },
    holderCount: token.holderCount,
    topTenShare: holders.topTenShare,
    creatorShare: holders.creatorShare,
    creatorSales: sales,
    sameBlockBuyers: countSameBlockBuyers(token, earlyBuys),
    otherLaunches: {
      total: creatorTokens.length,
      lost: creatorTokens.filter(
        ({ changeSinceLaunch: change }) => change !== null && change < LOST_CHANGE_BASIS_POINTS,
      ).length,
    },
    floorShare: computeFloor(token, holders.supply)?.share ?? null,
    lookalike: lookAlike,
    // Rounded up: of what exists 0 would say that there is none.
    vestingPledgedShare:
      supply === 0n ? 0 : Number((vestingPledged * 10_000n + supply - 1n) / supply),
  })
}

const USDB = "USDB"

async function findLookalike(token: TokenView): Promise<Lookalike | null> {
  // A market has its question as name, and two questions may be alike.
  if (token.isMain || token.isPrediction) return null
  if ([token.symbol, token.name].some((text) => toSkeleton(text) === toSkeleton(USDB))) {
    return { symbol: USDB, isPlatform: true, token: null }
  }
  const older = await findOlderSimilarToken(token)
  if (!older) return null
  const isPlatform = older.address === getDeployment().mainToken
  return { symbol: older.symbol, isPlatform, token: older }
}

const WEEK_MS = 7 * 86_400_000

/** Types 1 and 3 are the sales; the index is (token, user, type, id). */
const readCreatorSales = statement(
  { token: "text", creator: "text", since: "timestamptz" },
  ({ token, creator, since }) => {
    const sales = db
      .selectFrom("trade")
      .where("token", "=", token)
      .where("user", "=", creator)
      .where(({ ref }) => sql<SqlBool>`${ref("type")} in (1, 3)`)
    return sales
      .select(({ exists, fn }) => [
        sql<boolean>`${exists(sales.select("id"))}`.as("hasSold"),
        fn.sum<string | null>("amount_token").as("sold"),
      ])
      .where(({ ref }) => sql<SqlBool>`${ref("time")} >= ${since}`)
  },
)

/** The share of the creator's holdings before these sales, as far as trades show them. */
async function findCreatorSales(token: TokenView, balance: bigint): Promise<CreatorSales> {
  const [sales] = await readCreatorSales({
    token: token.address,
    creator: token.dev,
    since: new Date(Date.now() - WEEK_MS),
  })
  const sold = BigInt(sales?.sold ?? 0)
  const had = balance + sold
  return {
    hasSold: sales?.hasSold === true,
    weekShare: had === 0n ? 0 : Number((sold * 10_000n) / had),
  }
}

/** Counts the wallets besides the creator that share one block among the first buys. */
function countSameBlockBuyers(
  { dev, createdBlock }: TokenView,
  early: readonly EarlyBuy[],
): SameBlockBuyers {
  const byBlock = new Map<number, Set<string>>()
  for (const { user, block } of early) {
    if (user === dev) continue
    byBlock.set(block, (byBlock.get(block) ?? new Set<string>()).add(user))
  }
  return {
    inLaunchBlock: byBlock.get(createdBlock)?.size ?? 0,
    inOneBlock: Math.max(0, ...[...byBlock.values()].map(({ size }) => size)),
  }
}

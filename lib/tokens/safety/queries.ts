import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { findHolderTable } from "@/lib/tokens/holders/queries"
import type { HolderTable } from "@/lib/tokens/holders/schema"
import { findOtherLaunches } from "@/lib/tokens/launches/queries"
import type { Launch } from "@/lib/tokens/launches/schema"
import { skeleton } from "@/lib/tokens/names/skeleton"
import { findOlderNamesake } from "@/lib/tokens/namesakes/queries"
import { getToken } from "@/lib/tokens/queries"
import { findTokenReading, type TokenReading } from "@/lib/tokens/readings"
import type { TokenView } from "@/lib/tokens/schema"
import { getTokenDetail } from "@/lib/tokens/service"
import { floorOf, surgeRate } from "@/lib/tokens/standing/math"
import { type EarlyBuy, findEarlyBuys } from "@/lib/tokens/trades/queries"
import { type CreatorSales, type EarlyCrowd, findingsOf, LOST_BELOW, type LookAlike } from "./rules"
import type { Finding } from "./schema"

/** What else the rules need; a page that shows these anyway hands them over. */
export type Surroundings = {
  holders: HolderTable
  launches: readonly Launch[]
  early: readonly EarlyBuy[]
  reading: TokenReading | null
}

/** GET /api/v1/tokens/{address}/safety. */
export async function getSafety(address: string): Promise<Finding[]> {
  // Whether the project was reviewed is read from the chain with the token's details.
  await getTokenDetail(address)
  const token = await getToken(address)
  const [holders, launches, early, reading] = await Promise.all([
    findHolderTable(token, 0),
    findOtherLaunches(token),
    findEarlyBuys(token.address),
    findTokenReading(token.address),
  ])
  return findSafety(token, { holders, launches, early, reading })
}

/** The findings on a token, the worst first. */
export async function findSafety(token: TokenView, around: Surroundings): Promise<Finding[]> {
  const { holders, launches, early, reading } = around
  const [sales, lookAlike] = await Promise.all([
    findCreatorSales(token, holders.creatorBalance),
    findLookAlike(token),
  ])
  const surge = reading?.surge ?? null
  const rate = surgeRate(surge, new Date())
  return findingsOf({
    isMain: token.isMain,
    isFrozen: reading?.frozen ?? null,
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
    early: earlyCrowd(token, early),
    otherLaunches: {
      total: launches.length,
      lost: launches.filter(
        ({ changeSinceLaunch: change }) => change !== null && change < LOST_BELOW,
      ).length,
    },
    floorShare: floorOf(token, holders.supply)?.share ?? null,
    lookAlike,
  })
}

const USDB = "USDB"

async function findLookAlike(token: TokenView): Promise<LookAlike | null> {
  // Markets are called after questions, and theirs may be alike.
  if (token.isMain || token.isPrediction) return null
  if ([token.symbol, token.name].some((text) => skeleton(text) === skeleton(USDB))) {
    return { symbol: USDB, isPlatform: true, token: null }
  }
  const older = await findOlderNamesake(token)
  if (!older) return null
  const isPlatform = older.address === deployment().mainToken
  return { symbol: older.symbol, isPlatform, token: older }
}

const WEEK_MS = 7 * 86_400_000

const sums = z.object({ hasSold: z.boolean(), sold: z.string().transform(BigInt) })

/** What the creator sold since $3, and whether it ever sold. */
const SALES = `
  select exists (
      select 1 from trade where token = $1 and "user" = $2 and type in (1, 3)
    ) as "hasSold",
    coalesce(sum(amount_token), 0) as sold
  from trade where token = $1 and "user" = $2 and type in (1, 3) and time >= $3`

/** The share is of what the creator had before these sales, as far as trades tell. */
async function findCreatorSales(token: TokenView, balance: bigint): Promise<CreatorSales> {
  const { rows } = await pool().query(SALES, [
    token.address,
    token.dev,
    new Date(Date.now() - WEEK_MS),
  ])
  const { hasSold, sold } = sums.parse(rows[0])
  const had = balance + sold
  return { hasSold, weekShare: had === 0n ? 0 : Number((sold * 10_000n) / had) }
}

/** How many wallets but the creator stand in one block of the first buys. */
function earlyCrowd({ dev, createdBlock }: TokenView, early: readonly EarlyBuy[]): EarlyCrowd {
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

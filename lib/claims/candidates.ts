import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { getMarketContract } from "@/lib/markets/onchain"
import { findPositions } from "@/lib/markets/positions/queries"
import { readLoanSteps } from "@/lib/portfolio/loan-steps"
import { tokenPrice } from "@/lib/tokens/prices"
import { type Asset, assetDetails } from "@/lib/updown/assets"
import { listAssetContracts } from "@/lib/updown/contracts"
import { findPositions as findRoundPositions } from "@/lib/updown/round-views"
import { isStrangersDust } from "@/lib/vesting/strangers-dust"
import type { ClaimKind, ClaimRound } from "./schema"

/** Something that the index says may be collected; the contract says how much. */
export type ClaimCandidate = {
  kind: ClaimKind
  contract: string
  token: string
  number: number
  /** Name of the market or token. */
  title: string
  /** Symbol of what is paid. */
  symbol: string
  /** The token that is paid. */
  asset: string
  /** Price rounds with one common payout; the index has the amounts. */
  rounds?: readonly ClaimRound[]
  /** The asset of the price rounds. */
  priceAsset?: Asset
  amount?: bigint
}

/** Limit for each kind; more are found once the first ones are collected. */
const MAX_OF_A_KIND = 100

/** Number of rounds before the current one that may have an early bounty. */
const MAX_EARLY_ROUNDS = 20

export async function findClaimCandidates(wallet: string): Promise<ClaimCandidate[]> {
  const kinds = await Promise.all([
    findRedemptions(wallet),
    findRewards(wallet),
    findLiquidations(wallet),
    findVesting(wallet),
    findBounties(wallet),
    findRounds(wallet),
  ])
  return kinds.flatMap((each) => each.slice(0, MAX_OF_A_KIND))
}

const inUsdb = () => ({ symbol: "USDB", asset: getDeployment().usdb })

async function findRedemptions(wallet: string): Promise<ClaimCandidate[]> {
  const positions = await findPositions(wallet)
  return positions.flatMap(({ market, redeemed }) =>
    market.resolvedAt === null || redeemed !== null
      ? []
      : {
          ...{ kind: "redemption" as const, contract: getMarketContract(market.kind) },
          ...{ token: market.address, number: 0, title: market.name, ...inUsdb() },
        },
  )
}

const selectRewards = statement({ wallet: "text", limit: "integer" }, ({ wallet, limit }) =>
  db
    .selectFrom("token_reading as r")
    .innerJoin("token as t", "t.address", "r.token")
    .select(["t.address as token", "t.name as title"])
    .where("r.bonding_target", ">", "0")
    .where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom("trade as b")
          .select("b.id")
          .where("b.token", "=", ref("r.token"))
          .where("b.user", "=", wallet)
          .where("b.type", "=", sql.lit(0)),
      ),
    )
    .orderBy("t.project_id", "desc")
    .limit(limit),
)

/** Tokens with a reward phase that the wallet has bought. */
async function findRewards(wallet: string): Promise<ClaimCandidate[]> {
  const rows = await selectRewards({ wallet, limit: MAX_OF_A_KIND })
  return rows.map(({ token, title }) => ({
    ...{ kind: "reward" as const, contract: token, token, number: 0, title, ...inUsdb() },
  }))
}

const selectTokens = statement({ tokens: "text[]" }, ({ tokens }) =>
  db
    .selectFrom("token")
    .select(["address", "name", "symbol"])
    .where("address", "=", sql<string>`any(${tokens})`),
)

/** Remainders of liquidations: collateral, and shares that are still locked for an ended loan. */
async function findLiquidations(wallet: string): Promise<ClaimCandidate[]> {
  const { loanHub, mainToken, staking } = getDeployment()
  const { open, steps } = await readLoanSteps(wallet)
  const left = open.filter(({ debt }) => debt === 0n)
  const rows = await selectTokens({ tokens: left.map(({ token }) => token) })
  const tokens = new Map(rows.map((row) => [row.address, row]))
  const claims = left.map(({ source, hubId, loanId, token }): ClaimCandidate => {
    const { name: title = "", symbol = "" } = tokens.get(token) ?? {}
    const paid = { token, title, symbol, asset: token }
    return source === "leverage"
      ? { kind: "leverage_liquidation", contract: mainToken, number: loanId, ...paid }
      : { kind: "liquidation", contract: loanHub, number: hubId ?? 0, ...paid }
  })
  const wasLiquidated = steps.some(
    ({ source, action }) => source === "vault" && action === "liquidated",
  )
  if (!wasLiquidated) return claims
  const shares = { token: staking, title: "Vault", symbol: "wTIDE", asset: staking }
  return [...claims, { kind: "vault_liquidation", contract: staking, number: 0, ...shares }]
}

const schedulesOf = { wallet: "text", mainToken: "text", limit: "integer" } as const

const selectSchedules = statement(schedulesOf, ({ wallet, mainToken, limit }) =>
  db
    .selectFrom("vesting_schedule as s")
    .innerJoin("token as t", "t.address", "s.token")
    .crossJoinLateral(tokenPrice(mainToken))
    .select(["s.vesting_id as number", "t.address as token", "t.name as title", "t.symbol"])
    .where("s.beneficiary", "=", wallet)
    .where("s.active_loan_id", "=", sql.lit(0))
    .where(({ eb, ref }) => eb("s.claimed_amount", "<", ref("s.total_amount")))
    // A hundred schedules of dust would leave no room for others.
    .where(isStrangersDust, "=", sql.lit(false))
    .orderBy("s.unlock_time")
    .orderBy("s.vesting_id")
    .limit(limit),
)

/** Schedules without a loan; the next to end first. */
async function findVesting(wallet: string): Promise<ClaimCandidate[]> {
  const { vesting: contract, mainToken } = getDeployment()
  const rows = await selectSchedules({ wallet, mainToken, limit: MAX_OF_A_KIND })
  return rows.map((row) => ({ ...row, kind: "vesting" as const, contract, asset: row.token }))
}

const selectVotes = statement({ wallet: "text", limit: "integer" }, ({ wallet, limit }) =>
  db
    .selectFrom("market as m")
    .innerJoin("token as t", "t.address", "m.token")
    .select(["m.token", "m.kind", "m.round", "m.resolved_at as resolvedAt", "t.name as title"])
    .where("m.token", "in", (eb) =>
      eb
        .selectFrom("market_event")
        .select("token")
        .where("wallet", "=", wallet)
        .where("action", "=", sql.lit("vote")),
    )
    .orderBy("t.project_id", "desc")
    .limit(limit),
)

/** Bounties of markets in whose resolution the wallet has voted. */
async function findBounties(wallet: string): Promise<ClaimCandidate[]> {
  const { resolver, privateMarket } = getDeployment()
  const rows = await selectVotes({ wallet, limit: MAX_OF_A_KIND })
  return rows.flatMap(({ token, kind, round, resolvedAt, title }): ClaimCandidate[] => {
    const contract = kind === "public" ? resolver : privateMarket
    const of = { contract, token, title, ...inUsdb() }
    const early = kind === "public" ? [...Array(round).keys()].slice(-MAX_EARLY_ROUNDS) : []
    return [
      ...(resolvedAt === null ? [] : [{ ...of, kind: "bounty" as const, number: 0 }]),
      ...early.map((number) => ({ ...of, kind: "early_bounty" as const, number })),
    ]
  })
}

/** Decided rounds that pay the wallet, by asset. */
async function findRounds(wallet: string): Promise<ClaimCandidate[]> {
  const query = { states: ["claimable"], limit: MAX_OF_A_KIND } as const
  const positions = await findRoundPositions(wallet, query)
  return listAssetContracts().flatMap(({ asset, contract }) => {
    const own = positions.filter(({ round }) => round.contract === contract)
    if (own.length === 0) return []
    return {
      ...{ kind: "rounds" as const, contract, token: contract, number: 0, ...inUsdb() },
      title: `${assetDetails[asset].symbol} rounds`,
      priceAsset: asset,
      rounds: own.map(({ round: { tf, roundId } }) => ({ tf, roundId })),
      amount: own.reduce((sum, { claimable }) => sum + claimable, 0n),
    }
  })
}

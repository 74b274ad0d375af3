import { type Address, decodeFunctionResult } from "viem"
import { readContract } from "viem/actions"
import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Asset, PlanContext, Warning } from "@/lib/actions/plan"
import { toAddress } from "@/lib/chain/browser"
import { encodeCall } from "@/lib/chain/call"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { formatAmount } from "@/lib/format"
import { INT_MAX } from "@/lib/http/wire"
import { WAD } from "@/lib/units"
import { assetDetails, assets } from "@/lib/updown/assets"
import { betCall, claimRoundsCall } from "@/lib/updown/calls"
import { MAX_CLAIMED_ROUNDS, type Side, sides, toSideNumber } from "@/lib/updown/constants"
import { requireContract } from "@/lib/updown/contracts"
import { findTimeframe, type Timeframe } from "@/lib/updown/timeframes"

/** `shares` in what `getUserBet` returns. */
const SHARES_WORD = 2

const assetField = z.enum(assets)
const timeframeField = z
  .union([z.int(), z.string()])
  .describe("0 to 4, or 5m, 15m, 1h, 4h, 24h")
  .transform((text, ctx): Timeframe => {
    const timeframe = findTimeframe(`${text}`)
    if (timeframe) return timeframe
    ctx.addIssue({ code: "custom", message: "must be 0 to 4, or 5m, 15m, 1h, 4h, 24h" })
    return z.NEVER
  })

export const placeBet = defineAction({
  name: "updown.bet",
  summary: "Bet on the price of an asset rising or falling in the current round",
  fields: {
    asset: assetField,
    timeframe: timeframeField,
    side: z.enum(sides),
    amount: positiveAmount.describe("USDB"),
  },
  plan: async ({ asset, timeframe, side, amount }, context) => {
    const contract = toAddress(requireContract(asset))
    const { code: tf, label } = timeframe
    const at = { address: contract, abi: upDownAbi } as const
    const roundId = await readContract(context.client, {
      ...{ ...at, functionName: "currentRoundId", args: [tf] },
    })
    const [endsAt, losing, quoted] = await Promise.all([
      readContract(context.client, { ...at, functionName: "bettingEndsAt", args: [tf] }),
      readOtherPool(context, contract, { tf, roundId, side }),
      readContract(context.client, {
        ...at,
        functionName: "quoteShares",
        args: [tf, toSideNumber(side), amount],
      }).catch(() => 0n),
    ])
    const usdb = usdbAsset(context)
    const direction = side === "bull" ? "up" : "down"
    const shares: Asset = {
      id: `${contract}:${tf}:${roundId}:${side}`,
      symbol: `${assetDetails[asset].symbol} ${label} ${direction}`,
      balance: encodeCall(contract, {
        abi: upDownAbi,
        functionName: "getUserBet",
        args: [tf, roundId, context.wallet],
      }),
      word: SHARES_WORD,
      usdPrice: quoted === 0n ? 0n : (amount * WAD) / quoted,
    }
    return {
      title: `Bet ${formatAmount(amount)} USDB on ${shares.symbol}`,
      prepare: (leastShares) =>
        betCall(
          { contract, usdb: context.contracts.usdb },
          { tf, roundId, side, amount, leastShares },
        ),
      assets: [usdb, shares],
      bound: shares.id,
      price: bullPrice(contract, tf),
      route: [{ via: "contract", contract, from: "USDB", to: shares.symbol }],
      warnings: roundId > 0n && losing === 0n ? [warnOfNothingToWin(side)] : [],
      effect: (flows) =>
        `You stake ${formatAmount(amount)} USDB on round ${roundId} going ${direction} and get ${formatAmount(flows.get(shares.id) ?? 0n)} shares of what the losing side pays. Betting on the round ends at ${new Date(Number(endsAt) * 1_000).toISOString()}.`,
    }
  },
})

export const claimRounds = defineAction({
  name: "updown.claim",
  summary: "Collect won or canceled bets",
  fields: {
    asset: assetField,
    timeframe: timeframeField,
    roundIds: z.array(z.int().min(1).max(INT_MAX)).min(1).max(MAX_CLAIMED_ROUNDS),
  },
  plan: async ({ asset, timeframe, roundIds }, context: PlanContext) => {
    const contract = toAddress(requireContract(asset))
    const usdb = usdbAsset(context)
    const rounds = roundIds.map((roundId) => ({ tf: timeframe.code, roundId }))
    return {
      title: `Collect ${roundIds.length === 1 ? "1 round" : `${roundIds.length} rounds`}`,
      prepare: () => ({ call: claimRoundsCall(contract, rounds) }),
      assets: [usdb],
      bound: null,
      effect: (flows) => `You receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB.`,
    }
  },
})

/** Without bets on the other side a win pays neither stakes nor seed. */
function warnOfNothingToWin(side: Side): Warning {
  const other = side === "bull" ? "down" : "up"
  const message = `Nobody has bet on ${other} yet: unless somebody does, a win pays the stake back and nothing more.`
  return { code: "NOTHING_TO_WIN", message }
}

/** The stakes on the other side. */
async function readOtherPool(
  { client }: PlanContext,
  contract: Address,
  { tf, roundId, side }: { tf: number; roundId: bigint; side: Side },
): Promise<bigint> {
  const round = await readContract(client, {
    ...{ address: contract, abi: upDownAbi, functionName: "getRound", args: [tf, roundId] },
  })
  const [, , , , , , , , bullPool, bearPool] = round
  return side === "bull" ? bearPool : bullPool
}

/** Probability of a rising price. */
const bullPrice = (contract: Address, tf: number) => ({
  call: encodeCall(contract, {
    abi: upDownAbi,
    functionName: "currentBullProbability",
    args: [tf],
  }),
  decode: (data: `0x${string}`) =>
    decodeFunctionResult({ abi: upDownAbi, functionName: "currentBullProbability", data }),
})

import { readContract } from "viem/actions"
import { defineAction } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Plan, PlanContext } from "@/lib/actions/plan"
import { encodeCall } from "@/lib/chain/call"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { formatAmount } from "@/lib/format"
import { invalid } from "@/lib/http/errors"
import { EARLY_OUTCOME, INVALID_OUTCOME } from "@/lib/markets/constants"
import { toOutcomeName } from "@/lib/markets/labels"
import {
  createClaimCall,
  createRequest,
  needsBond,
  type ResolutionTarget,
} from "@/lib/markets/resolution-calls"
import type { ActionKind } from "@/lib/markets/resolution-rules"
import { redeemCall } from "@/lib/markets/trading-calls"
import { marketField, outcomeField, type PlannedMarket, readMarket } from "./market-plan"

const withOutcome = { market: marketField, outcomeId: outcomeField }

type Step = { kind: ActionKind; outcome: number; title: string; effect: string }

/** A step of a resolution, with the bond that it puts up. */
async function planStep(
  context: PlanContext,
  market: PlannedMarket,
  { kind, outcome, title, effect }: Step,
): Promise<Plan> {
  const target = toTarget(context, market)
  const bond = needsBond(kind) ? await readBond(context, market) : 0n
  const request = createRequest(kind, target, { outcome, bond })
  const bonded = bond > 0n ? ` It puts up a bond of ${formatAmount(bond)} USDB.` : ""
  const usdb = usdbAsset(context)
  return {
    title,
    prepare: () => request,
    assets: [usdb],
    changes: listChanges(context, market),
    bound: null,
    effect: () => `${effect}${bonded}`,
  }
}

/** What a step changes besides the wallet's USDB: votes, the round, or whether there is an outcome. */
function listChanges({ contracts, wallet }: PlanContext, { traded, kind }: PlannedMarket) {
  const { trading, market } = traded
  if (kind === "private") {
    const abi = privateMarketTradingAbi
    return [
      encodeCall(trading, { abi, functionName: "voterChoice", args: [market, wallet] }),
      encodeCall(trading, { abi, functionName: "getState", args: [market] }),
    ]
  }
  const [abi, at] = [marketResolverAbi, contracts.resolver] as const
  return [
    encodeCall(at, { abi, functionName: "votesHeld", args: [wallet] }),
    encodeCall(at, { abi, functionName: "currentRound", args: [market] }),
    encodeCall(at, { abi, functionName: "resolved", args: [market] }),
  ]
}

const toTarget = ({ contracts }: PlanContext, market: PlannedMarket): ResolutionTarget => ({
  contract: market.resolver,
  token: market.traded.market,
  usdb: contracts.usdb,
  isPrivate: market.kind === "private",
})

const readBond = ({ client, contracts }: PlanContext, { traded, kind }: PlannedMarket) =>
  kind === "private"
    ? Promise.resolve(0n)
    : readContract(client, {
        address: contracts.resolver,
        abi: marketResolverAbi,
        functionName: "bondOf",
        args: [traded.market],
      })

/** The name of an option, of INVALID or of EARLY; 400 for anything else. */
function nameAny({ options }: PlannedMarket, outcome: number): string {
  if (outcome >= options.length && outcome !== INVALID_OUTCOME && outcome !== EARLY_OUTCOME) {
    throw invalid("outcomeId", `must be 0 to ${options.length - 1}, 253 or 254`)
  }
  return toOutcomeName(options, outcome)
}

/** Private markets are decided by their voters, without proposals. */
function requirePublic({ kind }: PlannedMarket) {
  if (kind === "private") throw invalid("market", "is private: its voters decide it")
}

const disputeSteps = {
  propose: { verb: "Propose", summary: "Propose the outcome of an ended market, with a bond" },
  dispute: {
    verb: "Dispute with",
    summary: "Dispute a proposal with another outcome, with a bond",
  },
  veto: { verb: "Veto with", summary: "Veto the result of a vote, with a bond" },
} as const

const disputeAction = <K extends keyof typeof disputeSteps>(kind: K) =>
  defineAction({
    name: `market.${kind}`,
    summary: disputeSteps[kind].summary,
    fields: withOutcome,
    plan: async ({ market: token, outcomeId: outcome }, context) => {
      const market = await readMarket(context, token)
      requirePublic(market)
      const title = `${disputeSteps[kind].verb} “${nameAny(market, outcome)}”`
      return planStep(context, market, { kind, outcome, title, effect: `${title}.` })
    },
  })

export const proposeOutcome = disputeAction("propose")
export const disputeOutcome = disputeAction("dispute")
export const vetoOutcome = disputeAction("veto")

export const voteOutcome = defineAction({
  name: "market.vote",
  summary: "Vote on a disputed market, or as a voter of a private one",
  fields: withOutcome,
  plan: async ({ market: token, outcomeId: outcome }, context) => {
    const market = await readMarket(context, token)
    const title = `Vote for “${nameAny(market, outcome)}”`
    return planStep(context, market, { kind: "vote", outcome, title, effect: `${title}.` })
  },
})

export const finalizeMarket = defineAction({
  name: "market.finalize",
  summary: "Decide a market whose periods are over",
  fields: { market: marketField },
  plan: async ({ market: token }, context) => {
    const market = await readMarket(context, token)
    const isContested = market.kind === "private" || market.disputedAt !== null
    const kind = isContested ? "finalize" : "finalizeUncontested"
    const decided = "The market is decided, and winning shares can be redeemed."
    // The vote itself is not read here: it may say EARLY, and an undecided vote may end the round.
    const effect =
      kind === "finalize" && market.kind === "public"
        ? "The result of the vote becomes final, and winning shares can be redeemed; if it is too early to say, a new round begins."
        : decided
    return planStep(context, market, { kind, outcome: 0, title: "Finalize the market", effect })
  },
})

export const redeemShares = defineAction({
  name: "market.redeem",
  summary: "Collect the payout of a decided market",
  fields: { market: marketField },
  plan: async ({ market: token }, context) => {
    const market = await readMarket(context, token)
    const usdb = usdbAsset(context)
    return {
      title: "Redeem shares",
      prepare: () => ({ call: redeemCall(market.traded) }),
      assets: [usdb],
      bound: null,
      effect: (flows) => `You receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB.`,
    }
  },
})

export const claimBounty = defineAction({
  name: "market.claimBounty",
  summary: "Collect a voter's part of the bounty",
  fields: { market: marketField },
  plan: async ({ market: token }, context) => {
    const market = await readMarket(context, token)
    const usdb = usdbAsset(context)
    return {
      title: "Claim the bounty",
      prepare: () => ({ call: createClaimCall(toTarget(context, market)) }),
      assets: [usdb],
      bound: null,
      effect: (flows) => `You receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB.`,
    }
  },
})

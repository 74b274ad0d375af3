import type { Action } from "../../client/types"
import { findToken } from "../assets"
import { type Context, requireWallet } from "../context"
import { UsageError } from "../exit-codes"
import { parseAction } from "../fields"
import { type ActOptions, performAction } from "../perform-action"

/** The kinds of claims, with their arguments. */
export const CLAIMS = [
  "faucet",
  "rounds",
  "markets",
  "market",
  "bounty",
  "vesting",
  "loan",
] as const

/**
 * Collects a wallet's claims: all of a kind, or those of the named market, schedule or loan. Each is a separate
 * action.
 */
export async function claim(
  context: Context,
  kind: string,
  named: string | undefined,
  options: ActOptions,
) {
  const actions = await listClaims(context, kind, named)
  if (actions.length === 0) {
    return context.print([], () => "There is nothing to claim.\n")
  }
  for (const action of actions) await performAction(context, action, options)
}

async function listClaims(
  context: Context,
  kind: string,
  named: string | undefined,
): Promise<Action[]> {
  switch (kind) {
    case "faucet":
      return [{ action: "faucet.claim" }]
    case "rounds":
      return listRounds(context)
    case "markets":
      return listDecided(context)
    case "market":
      return [{ action: "market.redeem", market: await findToken(context.atoll, required(named)) }]
    case "bounty":
      return [
        { action: "market.claimBounty", market: await findToken(context.atoll, required(named)) },
      ]
    case "vesting":
      return [parseAction("vesting.claim", [`vestingId=${required(named)}`])]
    case "loan":
      return [parseAction("loan.claim", [`loanId=${required(named)}`])]
    default:
      throw new UsageError(`Nothing is claimed as ${kind}`, `One of: ${CLAIMS.join(", ")}`)
  }
}

function required(named: string | undefined): string {
  if (named === undefined) throw new UsageError("Name what is to be claimed")
  return named
}

/** Rounds of one asset and timeframe are collected together, 50 at most. */
const MOST_ROUNDS = 50

async function listRounds({ atoll }: Context): Promise<Action[]> {
  const { claimableBets } = await atoll.me.updown()
  const groups = new Map<string, typeof claimableBets>()
  for (const bet of claimableBets) {
    const group = `${bet.token}:${bet.tf}`
    groups.set(group, [...(groups.get(group) ?? []), bet])
  }
  return [...groups.values()].flatMap((bets) => {
    const [first] = bets
    const ids = [...new Set(bets.map(({ roundId }) => roundId))].slice(0, MOST_ROUNDS)
    if (!first) return []
    return [
      parseAction("updown.claim", [
        `asset=${first.token}`,
        `timeframe=${first.tf}`,
        `roundIds=${ids}`,
      ]),
    ]
  })
}

async function listDecided(context: Context): Promise<Action[]> {
  const positions = await context.atoll.portfolio.positions(requireWallet(context, undefined))
  const decided = positions.filter((each) => Number(each.market_redeemable_usdb) > 0)
  const markets = new Set(decided.flatMap(({ market }) => market ?? []))
  return [...markets].map((market) => ({ action: "market.redeem", market }))
}

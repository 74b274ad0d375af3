import { zeroAddress } from "viem"
import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { EVENT_AMOUNT } from "@/lib/markets/bonds"
import { orderKinds } from "@/lib/markets/kinds"
import { tax } from "@/lib/markets/math"
import { grossOf } from "@/lib/markets/positions/math"
import type { MarketMove, MarketMoveKind } from "./math"
import { units } from "./schema"

/** What a transaction did to a wallet's part in prediction markets. */
export type MarketFacts = {
  time: number
  moves: MarketMove[]
  /** USDB that came from the market contracts less what went to them. */
  contractCash: bigint
}

const fact = z.object({
  id: z.string(),
  time: z.int(),
  kind: z.enum([
    "bought",
    "filled",
    "sold",
    "redeem",
    "bounty_claim",
    "bonds_distributed",
    "propose",
    "dispute",
    "veto",
  ]),
  token: z.string(),
  outcome: z.int().nullable(),
  shares: units.nullable(),
  usdc: units.nullable(),
})

type Fact = z.output<typeof fact>

/** `$2` is the first possible id of the rows, `$3` the transaction they come after. */
const AFTER = "id >= $2::bigint and tx_id > $3::bigint"

const FACTS = `
  select tx_id::text as id, extract(epoch from time)::int as time, kind, token, outcome, shares, usdc
  from (
    select id, tx_id, time, 'bought' as kind, token, outcome, shares, usdc
    from share_trade where buyer = $1 and ${AFTER}
    union all
    select id, tx_id, time, 'filled', token, outcome, amount, usdc
    from order_event where buyer = $1 and kind = ${orderKinds.filled} and ${AFTER}
    union all
    select id, tx_id, time, 'sold', token, outcome, amount, usdc
    from order_event where seller = $1 and kind = ${orderKinds.filled} and ${AFTER}
    union all
    select id, tx_id, time, action, token, outcome, null, ${EVENT_AMOUNT()}
    from market_event e where wallet = $1 and ${AFTER} and action in
      ('redeem', 'bounty_claim', 'bonds_distributed', 'propose', 'dispute', 'veto')
  ) facts order by id`

const CASH = `
  select tx.id::text, extract(epoch from tx.time)::int as time, sum(amount)::text as cash from (
    select tx_id, value as amount from transfer
    where "to" = $1 and token = $4 and "from" = any($5::text[]) and ${AFTER}
    union all
    select tx_id, -value from transfer
    where "from" = $1 and token = $4 and "to" = any($5::text[]) and ${AFTER}
  ) moved join tx on tx.id = moved.tx_id group by tx.id`

const cash = z.object({ id: z.string(), time: z.int(), cash: units })

/** What happened to a wallet in prediction markets after a transaction, by transaction. */
export async function readMarketFacts(
  wallet: string,
  { first, last }: { first: bigint; last: bigint },
): Promise<Map<string, MarketFacts>> {
  const places = marketContracts()
  if (places.length === 0) return new Map()
  const [facts, sums] = await Promise.all([
    pool().query(FACTS, [wallet, first, last]),
    pool().query(CASH, [wallet, first, last, deployment().usdb, places]),
  ])
  const found = new Map<string, MarketFacts>()
  const at = (id: string, time: number) => {
    const known = found.get(id) ?? { time, moves: [], contractCash: 0n }
    found.set(id, known)
    return known
  }
  for (const row of fact.array().parse(facts.rows)) at(row.id, row.time).moves.push(moveOf(row))
  for (const row of cash.array().parse(sums.rows)) at(row.id, row.time).contractCash = row.cash
  return found
}

/** Those that hold USDB of markets; none before they are deployed. */
export function marketContracts(): string[] {
  const { marketTrading, privateMarket, resolver } = deployment()
  return [marketTrading, privateMarket, resolver].filter((each) => each !== zeroAddress)
}

const kinds: Record<Fact["kind"], MarketMoveKind> = {
  bought: "sharesBought",
  filled: "sharesBought",
  sold: "sharesSold",
  redeem: "redeemed",
  bounty_claim: "bounty",
  bonds_distributed: "bondBack",
  propose: "bond",
  dispute: "bond",
  veto: "bond",
}

function moveOf({ kind, token, outcome, shares, usdc }: Fact): MarketMove {
  const amount = shares ?? 0n
  return {
    kind: kinds[kind],
    token,
    outcome: shares === null ? null : outcome,
    shares: kind === "sold" ? -amount : amount,
    cash: cashOf(kind, usdc ?? 0n),
  }
}

function cashOf(kind: Fact["kind"], usdc: bigint) {
  switch (kind) {
    case "bought":
      return -grossOf(usdc)
    case "filled":
      return -(usdc + tax(usdc))
    case "sold":
      return usdc - tax(usdc)
    case "propose":
    case "dispute":
    case "veto":
      return -usdc
    default:
      return usdc
  }
}

/**
 * Makes the moves of a transaction add up to the USDB that really moved between the wallet and the
 * contracts: a purchase's price is known to a wei or two from its net, and what no event tells of (a seed,
 * a donation) is one move more. Shares paid for with another token are not touched: what that token was
 * sold for stays in the contract.
 */
export function balanced({ moves, contractCash }: MarketFacts, paysWithTokens: boolean) {
  if (paysWithTokens) return moves
  const left = contractCash - moves.reduce((sum, move) => sum + move.cash, 0n)
  if (left === 0n) return moves
  const index = moves.findIndex(({ shares }) => shares !== 0n)
  if (index >= 0) {
    return moves.map((move, at) => (at === index ? { ...move, cash: move.cash + left } : move))
  }
  const given: MarketMove = { kind: "given", token: "", outcome: null, shares: 0n, cash: left }
  return [...moves, given]
}

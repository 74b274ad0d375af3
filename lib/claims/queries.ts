import { sql } from "kysely"
import { coalesce } from "@/lib/async/coalesce"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { valueAt } from "@/lib/portfolio/math"
import { tokenPrice } from "@/lib/tokens/prices"
import { WAD } from "@/lib/units"
import { type ClaimCandidate, findClaimCandidates } from "./candidates"
import { readClaimAmounts } from "./onchain"
import type { Claim, ClaimsAnswer } from "./schema"

const selectUsdPrices = statement(
  { tokens: "text[]", mainToken: "text" },
  ({ tokens, mainToken }) =>
    db
      .selectFrom("token as t")
      .crossJoinLateral(tokenPrice(mainToken))
      .select(["t.address", "price.in_usd as price"])
      .where("t.address", "=", sql<string>`any(${tokens})`),
)

/** Current USD prices of tokens, 18 decimals, rounded down; tokens without a price are left out. */
async function findUsdPrices(tokens: readonly string[]): Promise<Map<string, bigint>> {
  if (tokens.length === 0) return new Map()
  const rows = await selectUsdPrices({ tokens, mainToken: getDeployment().mainToken })
  return new Map(
    rows.flatMap(({ address, price }) =>
      price === null ? [] : [[address, BigInt(price)] as const],
    ),
  )
}

/** Everything a wallet can collect now, the most valuable first. Nothing that its contract would refuse. */
export function findClaims(wallet: string): Promise<ClaimsAnswer> {
  return coalesce(`claims:${wallet}`, () => readClaims(wallet))
}

async function readClaims(wallet: string): Promise<ClaimsAnswer> {
  const candidates = await findClaimCandidates(wallet)
  const amounts = candidates.length === 0 ? [] : await readClaimAmounts(wallet, candidates)
  if (!amounts) return { claims: null }
  const payable = candidates.flatMap((candidate, index) => {
    const amount = amounts[index] ?? 0n
    return amount > 0n ? [{ candidate, amount }] : []
  })
  const prices = await findUsdPrices([...new Set(payable.map(({ candidate }) => candidate.asset))])
  prices.set(getDeployment().usdb, WAD)
  return {
    claims: payable
      .map(({ candidate, amount }) => toClaim(candidate, amount, prices.get(candidate.asset)))
      .sort(byValue),
  }
}

function toClaim(
  { asset: _, rounds, ...claim }: ClaimCandidate,
  amount: bigint,
  price: bigint | undefined,
): Claim {
  const { kind, token, number } = claim
  return {
    ...claim,
    ...(rounds && { rounds: [...rounds] }),
    id: `${kind}.${token}.${number}`,
    amount,
    // Freed shares were the wallet's before.
    valueUsd: kind === "vault_liquidation" || price === undefined ? null : valueAt(amount, price),
  }
}

function byValue(a: Claim, b: Claim) {
  const [left, right] = [a.valueUsd ?? -1n, b.valueUsd ?? -1n]
  if (left === right) return a.id < b.id ? -1 : 1
  return left > right ? -1 : 1
}

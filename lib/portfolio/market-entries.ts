import { zeroAddress } from "viem"
import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { toEventAmount } from "@/lib/markets/bonds"
import { orderKinds } from "@/lib/markets/constants"
import { taxOn } from "@/lib/markets/math"
import { computeGross } from "@/lib/markets/positions/math"
import type { MarketEntry, MarketEntryKind } from "./math"
import { baseUnits } from "./schema"

/** The market entries of one transaction of a wallet. */
export type TransactionEntries = {
  time: number
  entries: MarketEntry[]
  /** USDB from the market contracts less USDB to them. */
  contractCash: bigint
}

const entryRow = z.object({
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
  shares: baseUnits.nullable(),
  usdc: baseUnits.nullable(),
})

type EntryRow = z.output<typeof entryRow>

/** `$2` is the least possible id of the rows, `$3` the transaction before them. */
const AFTER = "id >= $2::bigint and tx_id > $3::bigint"

const ENTRIES = `
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
    select id, tx_id, time, action, token, outcome, null, ${toEventAmount()}
    from market_event e where wallet = $1 and ${AFTER} and action in
      ('redeem', 'bounty_claim', 'bonds_distributed', 'propose', 'dispute', 'veto')
  ) facts order by id`

const CONTRACT_CASH = `
  select tx.id::text, extract(epoch from tx.time)::int as time, sum(amount)::text as cash from (
    select tx_id, value as amount from transfer
    where "to" = $1 and token = $4 and "from" = any($5::text[]) and ${AFTER}
    union all
    select tx_id, -value from transfer
    where "from" = $1 and token = $4 and "to" = any($5::text[]) and ${AFTER}
  ) moved join tx on tx.id = moved.tx_id group by tx.id`

const cashRow = z.object({ id: z.string(), time: z.int(), cash: baseUnits })

/** The market entries of a wallet after a transaction, by transaction. */
export async function readMarketEntries(
  wallet: string,
  { first, last }: { first: bigint; last: bigint },
): Promise<Map<string, TransactionEntries>> {
  const contracts = listMarketContracts()
  if (contracts.length === 0) return new Map()
  const [facts, sums] = await Promise.all([
    pool().query(ENTRIES, [wallet, first, last]),
    pool().query(CONTRACT_CASH, [wallet, first, last, getDeployment().usdb, contracts]),
  ])
  const found = new Map<string, TransactionEntries>()
  const getEntries = (id: string, time: number) => {
    const known = found.get(id) ?? { time, entries: [], contractCash: 0n }
    found.set(id, known)
    return known
  }
  for (const row of entryRow.array().parse(facts.rows))
    getEntries(row.id, row.time).entries.push(toMarketEntry(row))
  for (const row of cashRow.array().parse(sums.rows))
    getEntries(row.id, row.time).contractCash = row.cash
  return found
}

/** The contracts that hold USDB of markets; empty before they are deployed. */
export function listMarketContracts(): string[] {
  const { marketTrading, privateMarket, resolver } = getDeployment()
  return [marketTrading, privateMarket, resolver].filter((each) => each !== zeroAddress)
}

const entryKinds: Record<EntryRow["kind"], MarketEntryKind> = {
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

function toMarketEntry({ kind, token, outcome, shares, usdc }: EntryRow): MarketEntry {
  const amount = shares ?? 0n
  return {
    kind: entryKinds[kind],
    token,
    outcome: shares === null ? null : outcome,
    shares: kind === "sold" ? -amount : amount,
    cash: computeCash(kind, usdc ?? 0n),
  }
}

function computeCash(kind: EntryRow["kind"], usdc: bigint) {
  switch (kind) {
    case "bought":
      return -computeGross(usdc)
    case "filled":
      return -(usdc + taxOn(usdc))
    case "sold":
      return usdc - taxOn(usdc)
    case "propose":
    case "dispute":
    case "veto":
      return -usdc
    default:
      return usdc
  }
}

/**
 * Makes the entries of a transaction add up to the USDB transferred between the wallet and the contracts: events give
 * a purchase's price to a wei or two, and none tells of a seed or a donation, which becomes an entry of its own. Shares
 * paid for with another token stay as they are: the proceeds of that token stay in the contract.
 */
export function reconcileEntries(
  { entries, contractCash }: TransactionEntries,
  paysWithTokens: boolean,
) {
  if (paysWithTokens) return entries
  const difference = contractCash - entries.reduce((sum, move) => sum + move.cash, 0n)
  if (difference === 0n) return entries
  const index = entries.findIndex(({ shares }) => shares !== 0n)
  if (index >= 0) {
    return entries.map((move, at) =>
      at === index ? { ...move, cash: move.cash + difference } : move,
    )
  }
  const residual: MarketEntry = {
    kind: "given",
    token: "",
    outcome: null,
    shares: 0n,
    cash: difference,
  }
  return [...entries, residual]
}

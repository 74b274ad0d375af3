import { sql } from "kysely"
import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { eventAmount } from "@/lib/markets/columns"
import { orderKinds } from "@/lib/markets/constants"
import { taxOn } from "@/lib/markets/math"
import { computeGross } from "@/lib/markets/positions/math"
import type { MarketEntry, MarketEntryKind } from "./math"

/** The market entries of one transaction of a wallet. */
export type TransactionEntries = {
  time: number
  entries: MarketEntry[]
  /** USDB from the market contracts less USDB to them. */
  contractCash: bigint
}

/** The wallet's actions: trades of shares, or steps of a resolution (an action of `market_event`). */
const actions = [
  "redeem",
  "bounty_claim",
  "bonds_distributed",
  "propose",
  "dispute",
  "veto",
] as const
type EntryAction = "bought" | "filled" | "sold" | (typeof actions)[number]

/** `first` is the least possible id of the rows, `last` the transaction before them. */
const bounds = { wallet: "text", first: "bigint", last: "bigint" } as const

const selectEntries = statement(bounds, ({ wallet, first, last }) => {
  const fills = (action: "filled" | "sold", side: "buyer" | "seller") =>
    db
      .selectFrom("order_event")
      .select(["id", "tx_id", "time", "token", "outcome", "usdc"])
      .select(["amount as shares", sql.lit<EntryAction>(action).as("action")])
      .where(side, "=", wallet)
      .where("kind", "=", sql.lit(orderKinds.filled))
      .where("id", ">=", first)
      .where("tx_id", ">", last)
  const purchases = db
    .selectFrom("share_trade")
    .select(["id", "tx_id", "time", "token", "outcome", "usdc"])
    .select(["shares", sql.lit<EntryAction>("bought").as("action")])
    .where("buyer", "=", wallet)
    .where("id", ">=", first)
    .where("tx_id", ">", last)
  const steps = db
    .selectFrom("market_event as e")
    .select(["id", "tx_id", "time", "token", "outcome", eventAmount.as("usdc")])
    .select(({ ref }) => [
      sql<string | null>`null::numeric`.as("shares"),
      sql<EntryAction>`${ref("action")}`.as("action"),
    ])
    .where("wallet", "=", wallet)
    .where("id", ">=", first)
    .where("tx_id", ">", last)
    .where("action", "in", actions)
  return db
    .selectFrom(
      steps
        .unionAll(purchases)
        .unionAll(fills("filled", "buyer"))
        .unionAll(fills("sold", "seller"))
        .as("entry"),
    )
    .select(({ ref }) => ["tx_id as id", unixSeconds(ref("time")).as("time")])
    .select(["action", "token", "outcome", "shares", "usdc"])
    .orderBy("entry.id")
})

const selectContractCash = statement(
  { ...bounds, usdb: "text", contracts: "text[]" },
  ({ wallet, first, last, usdb, contracts }) => {
    const transfers = db
      .selectFrom("transfer")
      .select("tx_id")
      .where("token", "=", usdb)
      .where("id", ">=", first)
      .where("tx_id", ">", last)
    const received = transfers
      .select("value as amount")
      .where("to", "=", wallet)
      .where("from", "=", sql<string>`any(${contracts})`)
    const paid = transfers
      .select((eb) => eb.neg(eb.ref("value")).as("amount"))
      .where("from", "=", wallet)
      .where("to", "=", sql<string>`any(${contracts})`)
    return db
      .selectFrom(received.unionAll(paid).as("moved"))
      .innerJoin("tx", "tx.id", "moved.tx_id")
      .select(({ fn, ref }) => [
        "tx.id",
        unixSeconds(ref("tx.time")).as("time"),
        fn.sum<string>("moved.amount").as("cash"),
      ])
      .groupBy("tx.id")
  },
)

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** The market entries of a wallet after a transaction, by transaction. */
export async function readMarketEntries(
  wallet: string,
  after: { first: number; last: number },
): Promise<Map<string, TransactionEntries>> {
  const contracts = listMarketContracts()
  if (contracts.length === 0) return new Map()
  const [rows, sums] = await Promise.all([
    selectEntries({ wallet, ...after }),
    selectContractCash({ wallet, ...after, usdb: getDeployment().usdb, contracts }),
  ])
  const entriesById = new Map<string, TransactionEntries>()
  const getEntries = ({ id, time }: { id: string; time: number }) => {
    const ofTransaction = entriesById.get(id) ?? { time, entries: [], contractCash: 0n }
    entriesById.set(id, ofTransaction)
    return ofTransaction
  }
  for (const row of rows) getEntries(row).entries.push(toMarketEntry(row))
  for (const sum of sums) getEntries(sum).contractCash = BigInt(sum.cash)
  return entriesById
}

/** The contracts that hold USDB of markets; empty before they are deployed. */
export function listMarketContracts(): string[] {
  const { marketTrading, privateMarket, resolver } = getDeployment()
  return [marketTrading, privateMarket, resolver].filter((each) => each !== zeroAddress)
}

const entryKinds: Record<EntryAction, MarketEntryKind> = {
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

function toMarketEntry({ action, token, outcome, shares, usdc }: EntryRow): MarketEntry {
  const amount = BigInt(shares ?? 0)
  return {
    kind: entryKinds[action],
    token,
    outcome: shares === null ? null : outcome,
    shares: action === "sold" ? -amount : amount,
    cash: computeCash(action, BigInt(usdc ?? 0)),
  }
}

function computeCash(action: EntryAction, usdc: bigint) {
  switch (action) {
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
 * a purchase's price to a wei or two, and none reports a seed or a donation, which becomes a separate entry. Shares
 * paid for with another token stay unchanged, because the proceeds of that token stay in the contract.
 */
export function reconcileEntries(
  { entries, contractCash }: TransactionEntries,
  paysWithTokens: boolean,
) {
  if (paysWithTokens) return entries
  const difference = contractCash - entries.reduce((sum, entry) => sum + entry.cash, 0n)
  if (difference === 0n) return entries
  const index = entries.findIndex(({ shares }) => shares !== 0n)
  if (index >= 0) {
    return entries.map((entry, at) =>
      at === index ? { ...entry, cash: entry.cash + difference } : entry,
    )
  }
  const gift: MarketEntry = {
    kind: "given",
    token: "",
    outcome: null,
    shares: 0n,
    cash: difference,
  }
  return [...entries, gift]
}

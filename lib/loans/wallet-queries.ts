import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findStoredStatus } from "@/lib/events/index-status"
import { INT_MAX } from "@/lib/http/wire"
import { tokenPrice } from "@/lib/tokens/prices"
import type { CollateralToken, DueLoans, WalletLoan } from "./schema"

/** Number of loans in one list, as pages show no more. */
const MOST_LOANS = 50
/** Events of one calendar file. */
const MOST_EVENTS = 500
/** Tokens that are offered without a wallet. */
const MOST_TOKENS = 20

const loanColumns = [
  ...(["l.wallet", "l.borrower", "l.source", "l.loan_id as loanId", "l.hub_id as hubId"] as const),
  ...(["l.token", "l.collateral", "l.full_amount", "l.borrowed_amount"] as const),
  ...(["l.creation_time as creationTime", "l.liquidation_time as liquidationTime"] as const),
  ...(["l.liquidated as isLiquidated", "l.active", "t.symbol", "t.name", "p.image"] as const),
] as const

const selectLoans = () =>
  db
    .selectFrom("loan as l")
    .innerJoin("token as t", "t.address", "l.token")
    .innerJoin("project as p", "p.id", "t.project_id")
    .select(loanColumns)

const readWalletLoans = statement({ wallet: "text", sources: "text[]" }, ({ wallet, sources }) =>
  selectLoans()
    .where("l.wallet", "=", wallet)
    .where("l.source", "=", sql<WalletLoan["source"]>`any(${sources})`)
    .orderBy("l.active", "desc")
    .orderBy(sql`case when ${sql.ref("l.active")} then ${sql.ref("l.liquidation_time")} end`)
    .orderBy("l.tx_id", "desc"),
)

/** Loans of a wallet: open ones by their expiry, then the newest of the others. */
export async function findWalletLoans(
  wallet: string,
  sources: readonly WalletLoan["source"][],
): Promise<WalletLoan[]> {
  return (await readWalletLoans({ wallet, sources: [...sources] })).map(toWalletLoan)
}

const readOpenLoans = statement({ wallet: "text", until: "integer" }, ({ wallet, until }) =>
  selectLoans()
    .where("l.wallet", "=", wallet)
    .where("l.active", "=", true)
    .where("l.liquidation_time", "<=", until)
    .orderBy("l.liquidation_time")
    .limit(sql.lit(MOST_EVENTS)),
)

/** Loans and leverage positions of a wallet that have a debt and expire until `until` (Unix seconds), first ones first. */
export async function findOpenLoans(wallet: string, until = INT_MAX): Promise<WalletLoan[]> {
  return (await readOpenLoans({ wallet, until })).map(toWalletLoan)
}

/** Loans that expire within `seconds` or have expired, and the chain's time from which this is counted. */
export async function findDueLoans(wallet: string, seconds: number): Promise<DueLoans> {
  const time = await findChainTime()
  return { time, data: await findOpenLoans(wallet, time + seconds) }
}

/**
 * Unix seconds of the chain as indexed. A newest block in the past tells nothing, because the next block has the time
 * of its creation.
 */
async function findChainTime(): Promise<number> {
  const head = (await findStoredStatus())?.headTime.getTime() ?? 0
  return Math.floor(Math.max(head, Date.now()) / 1_000)
}

const readExpiredLoans = statement({ time: "integer" }, ({ time }) =>
  selectLoans()
    .where("l.active", "=", true)
    .where("l.liquidation_time", "<=", time)
    .orderBy("l.liquidation_time")
    .orderBy("l.row_id")
    .limit(sql.lit(MOST_LOANS)),
)

/** Loans of all wallets that can be liquidated now, the longest expired first. */
export async function findLiquidatableLoans(): Promise<WalletLoan[]> {
  return (await readExpiredLoans({ time: await findChainTime() })).map(toWalletLoan)
}

type LoanRow = Awaited<ReturnType<typeof readWalletLoans>>[number]

function toWalletLoan({ collateral, full_amount, borrowed_amount, ...row }: LoanRow): WalletLoan {
  return {
    ...row,
    collateralAmount: BigInt(collateral),
    fullAmount: BigInt(full_amount),
    borrowedAmount: BigInt(borrowed_amount),
  }
}

const selectTokens = () =>
  db
    .selectFrom("token as t")
    .innerJoin("project as p", "p.id", "t.project_id")
    .select(["t.address", "t.symbol", "t.name", "t.multiplier", "p.image"])
    // The pools of markets sell shares of outcomes; their tokens are not traded.
    .where(({ not }) => not("t.is_prediction"))

const readHeldTokens = statement({ wallet: "text" }, ({ wallet }) =>
  selectTokens()
    .innerJoin("holder as h", "h.token", "t.address")
    .where("h.wallet", "=", wallet)
    .where("h.balance", ">", "0")
    .orderBy("t.project_id"),
)

/** Tokens that a wallet holds and can pledge, TIDE first. */
export const findHeldTokens = (wallet: string): Promise<CollateralToken[]> =>
  readHeldTokens({ wallet })

const readDeepTokens = statement({ mainToken: "text" }, ({ mainToken }) =>
  selectTokens()
    .crossJoinLateral(tokenPrice(mainToken))
    .where("price.liquidity_usd", "is not", null)
    .orderBy("price.liquidity_usd", "desc")
    .limit(sql.lit(MOST_TOKENS)),
)

/** Tokens with the deepest pools, to try a loan without a wallet. */
export const findDeepTokens = (): Promise<CollateralToken[]> =>
  readDeepTokens({ mainToken: getDeployment().mainToken })

const readToken = statement({ address: "text" }, ({ address }) =>
  selectTokens().where("t.address", "=", address),
)

/** Null for an address that is no token with loans. */
export async function findCollateralToken(address: string): Promise<CollateralToken | null> {
  const [token] = await readToken({ address })
  return token ?? null
}

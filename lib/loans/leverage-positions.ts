import { sql } from "kysely"
import type { Address, PublicClient } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { LoanRoute } from "./math"
import { type Position, readLoanRoute, readPosition } from "./onchain"
import { type PositionValue, valuePosition } from "./position-value"
import type { WalletLoan } from "./schema"
import { findWalletLoans } from "./wallet-queries"

/** A leverage position: its row, its state in the contract, and its current value. */
export type LeveragePosition = {
  loan: WalletLoan
  /** Null while the node does not answer. */
  facts: Position | null
  /** Of open positions. */
  value: PositionValue | null
  /** Closed by repaying: the collateral went back to the wallet. */
  isRepaid: boolean
}

const readRepaidIds = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("loan_event as e")
    .select("e.loan_id as loanId")
    .where("e.wallet", "=", wallet)
    .where("e.source", "=", sql.lit("leverage"))
    .where("e.action", "=", sql.lit("repaid")),
)

/** Leverage positions of a wallet, open ones by their expiry first. */
export async function findLeveragePositions(wallet: string): Promise<LeveragePosition[]> {
  const [loans, repaid] = await Promise.all([
    findWalletLoans(wallet, ["leverage"]),
    readRepaidIds({ wallet }),
  ])
  if (loans.length === 0) return []
  const repaidIds = new Set(repaid.map(({ loanId }) => loanId))
  const figures = await readFigures(toAddress(wallet), loans)
  return loans.map((loan, place) => ({
    loan,
    ...(figures[place] ?? { facts: null, value: null }),
    isRepaid: repaidIds.has(loan.loanId),
  }))
}

type Figures = Pick<LeveragePosition, "facts" | "value">

/** All in one request, within 1.5 s. */
async function readFigures(trader: Address, loans: readonly WalletLoan[]): Promise<Figures[]> {
  const client = getQuickClient()
  if (!client) return []
  const { mainToken, taxes } = getDeployment()
  const contracts = { mainToken: toAddress(mainToken), taxes: toAddress(taxes) }
  const routes = readRoutes(client, contracts, { trader, loans })
  return Promise.all(
    loans.map(async ({ loanId, token }): Promise<Figures> => {
      const key = { trader, id: BigInt(loanId) }
      const [facts, route] = await Promise.all([
        readPosition(client, contracts, key).catch(() => null),
        routes.get(token) ?? null,
      ])
      return { facts, value: facts?.isActive && route ? valuePosition(route, facts) : null }
    }),
  )
}

type Contracts = { mainToken: Address; taxes: Address }
type TraderLoans = { trader: Address; loans: readonly WalletLoan[] }

/** Reads the route of each token with an open position. */
function readRoutes(client: PublicClient, contracts: Contracts, { trader, loans }: TraderLoans) {
  const tokens = new Set(loans.filter(({ active }) => active).map(({ token }) => token))
  return new Map<string, Promise<LoanRoute | null>>(
    [...tokens].map((token) => [
      token,
      readLoanRoute(client, contracts, toAddress(token), trader).catch(() => null),
    ]),
  )
}

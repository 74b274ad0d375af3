import type { ApiAnswer } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"
import type { LoanRecord } from "@/lib/loans/record"

export type WalletLoanData = ApiAnswer<"GET /api/internal/loans">["data"][number]

/** A loan from the index; only the chain knows what a liquidation left. */
export const toLoanRecord = (data: WalletLoanData): LoanRecord => ({
  source: data.source,
  owner: toAddress(data.wallet),
  borrower: toAddress(data.borrower),
  coreId: BigInt(data.loanId),
  hubId: data.hubId === null ? null : BigInt(data.hubId),
  token: {
    address: toAddress(data.token),
    symbol: data.symbol,
    name: data.name,
    image: data.image,
  },
  collateral: BigInt(data.collateralAmount),
  debt: BigInt(data.fullAmount),
  borrowed: BigInt(data.borrowedAmount),
  createdAt: BigInt(data.creationTime),
  liquidationTime: BigInt(data.liquidationTime),
  liquidated: null,
  claim: null,
  isActive: data.active,
  isLiquidated: data.isLiquidated,
})

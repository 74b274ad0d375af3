import { zeroAddress } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { getDeployment } from "@/lib/chain/deployment"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import type { Attempts } from "./attempts"
import { type ExpiredLoan, findExpiredLoans, findLiquidatedBorrowers } from "./due-work"
import { type KeeperWallet, unless } from "./wallet"

/** Liquidates expired loans and settles what follows on the vault. */
export class LoanKeeper {
  private readonly book = getDeployment()
  /** Wallets whose liquidation was found settled, with the loan it was about. */
  private readonly settled = new Map<string, number>()

  constructor(
    private readonly wallet: KeeperWallet,
    private readonly attempts: Attempts,
    private readonly log: (line: string) => void,
  ) {}

  /** `now` is the chain's time. */
  async run(now: number): Promise<void> {
    for (const loan of await findExpiredLoans(now)) {
      await this.attempts.run(`liquidate loan ${loan.loanId} of ${loan.borrower}`, () =>
        this.liquidate(loan),
      )
    }
    if (this.book.staking !== zeroAddress) await this.settleAll()
  }

  private async settleAll() {
    for (const { wallet, loanId } of await findLiquidatedBorrowers()) {
      if (this.settled.get(wallet) === loanId) continue
      const isSettled = await this.attempts.run(`settle the vault of ${wallet}`, () =>
        this.settle(wallet),
      )
      if (isSettled) this.settled.set(wallet, loanId)
    }
  }

  private async liquidate({ borrower, loanId, source }: ExpiredLoan) {
    const { client, account } = this.wallet
    const isDone = await this.wallet.sendUnlessDone(() =>
      client
        .simulateContract({
          account,
          address: toAddress(this.book.mainToken),
          abi: mainTokenAbi,
          functionName: "LiquidateLoan",
          args: [BigInt(loanId), toAddress(borrower), source === "leverage"],
        })
        .catch(unless("LoanNotActive")),
    )
    if (isDone) this.log(`Liquidated loan ${loanId} of ${borrower} (${source})`)
  }

  private async settle(wallet: string) {
    const { client, account } = this.wallet
    const isDone = await this.wallet.sendUnlessDone(() =>
      client
        .simulateContract({
          account,
          address: toAddress(this.book.staking),
          abi: stakingVaultAbi,
          functionName: "settleLiquidationFor",
          args: [toAddress(wallet)],
        })
        .catch(unless("NothingToSettle")),
    )
    if (isDone) this.log(`Settled the liquidated loan of ${wallet} on the vault`)
  }
}

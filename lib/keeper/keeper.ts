import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  type Hex,
  http,
  type PublicClient,
  zeroAddress,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { env } from "@/lib/env"
import { ConfigError } from "@/lib/indexer/errors"
import { type ExpiredLoan, findExpiredLoans, findLiquidatedBorrowers } from "./due-work"
import { storeKeeperStatus } from "./status"

/** How long a transaction may wait for its block. */
const RECEIPT_TIMEOUT_MS = 60_000
/** Pause after a loan could not be liquidated, before it is tried again. */
const RETRY_MS = 60_000

const createWallet = (account: ReturnType<typeof privateKeyToAccount>, client: PublicClient) =>
  createWalletClient({ account, chain: client.chain, transport: http(env().RPC_URL) })

/**
 * Liquidates expired loans and settles what follows. Anybody can do the same: a second keeper finds nothing to do, or
 * its simulation fails and it sends nothing.
 */
export class Keeper {
  readonly address: Address
  private readonly client: PublicClient
  private readonly wallet: ReturnType<typeof createWallet>
  private readonly book = getDeployment()
  /** Wallets whose liquidation was found settled, with the loan it was about. */
  private readonly settled = new Map<string, number>()
  /** Earliest time of the next try, by loan. */
  private readonly retryAt = new Map<string, number>()

  constructor(private readonly log: (line: string) => void) {
    const { KEEPER_PRIVATE_KEY } = env()
    const client = getChainClient()
    if (!KEEPER_PRIVATE_KEY) throw new ConfigError("KEEPER_PRIVATE_KEY is needed for the keeper")
    if (!client) throw new ConfigError("RPC_URL is needed for the keeper")
    const account = privateKeyToAccount(KEEPER_PRIVATE_KEY)
    this.address = account.address
    this.client = client
    this.wallet = createWallet(account, client)
  }

  /** One round. What fails for one loan does not hold up the others. */
  async run(): Promise<void> {
    const failures: string[] = []
    const { timestamp } = await this.client.getBlock({ blockTag: "latest" })
    for (const loan of await findExpiredLoans(Number(timestamp))) {
      await this.attempt(`loan ${loan.loanId} of ${loan.borrower}`, failures, () =>
        this.liquidate(loan),
      )
    }
    if (this.book.staking !== zeroAddress) await this.settleAll(failures)
    await storeKeeperStatus(this.address.toLowerCase(), failures[0] ?? null)
  }

  private async settleAll(failures: string[]) {
    for (const { wallet, loanId } of await findLiquidatedBorrowers()) {
      if (this.settled.get(wallet) === loanId) continue
      await this.attempt(`the vault of ${wallet}`, failures, () => this.settle(wallet))
      if (!this.retryAt.has(`the vault of ${wallet}`)) this.settled.set(wallet, loanId)
    }
  }

  /** Runs `work` unless it has failed shortly before; a failure is logged and kept for the health check. */
  private async attempt(what: string, failures: string[], work: () => Promise<void>) {
    if ((this.retryAt.get(what) ?? 0) > Date.now()) return
    try {
      await work()
      this.retryAt.delete(what)
    } catch (error) {
      this.retryAt.set(what, Date.now() + RETRY_MS)
      const reason = error instanceof BaseError ? error.shortMessage : `${error}`
      this.log(`Could not settle ${what}: ${reason}`)
      failures.push(`Could not settle ${what}`)
    }
  }

  private async liquidate({ borrower, loanId, source }: ExpiredLoan) {
    const { request } = await this.client
      .simulateContract({
        account: this.wallet.account,
        address: toAddress(this.book.mainToken),
        abi: mainTokenAbi,
        functionName: "LiquidateLoan",
        args: [BigInt(loanId), toAddress(borrower), source === "leverage"],
      })
      .catch(ignore("LoanNotActive"))
    if (!request) return
    await this.confirm(await this.wallet.writeContract(request))
    this.log(`Liquidated loan ${loanId} of ${borrower} (${source})`)
  }

  private async settle(wallet: string) {
    const { request } = await this.client
      .simulateContract({
        account: this.wallet.account,
        address: toAddress(this.book.staking),
        abi: stakingVaultAbi,
        functionName: "settleLiquidationFor",
        args: [toAddress(wallet)],
      })
      .catch(ignore("NothingToSettle"))
    if (!request) return
    await this.confirm(await this.wallet.writeContract(request))
    this.log(`Settled the liquidated loan of ${wallet} on the vault`)
  }

  private async confirm(hash: Hex) {
    const receipt = await this.client.waitForTransactionReceipt({
      hash,
      timeout: RECEIPT_TIMEOUT_MS,
    })
    if (receipt.status !== "success") throw new Error(`${hash} was reverted`)
  }
}

/** Somebody else was faster: there is nothing to send. */
function ignore(errorName: string) {
  return (error: unknown): { request: null } => {
    const reverted =
      error instanceof BaseError &&
      error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    if (reverted instanceof ContractFunctionRevertedError && reverted.data?.errorName === errorName)
      return { request: null }
    throw error
  }
}

import type { Address, Hex } from "viem"
import type { Lease } from "@/lib/db/lease"
import { Attempts } from "./attempts"
import { LoanKeeper } from "./loans"
import { RoundKeeper } from "./rounds"
import { storeKeeperStatus } from "./status"
import { type KeeperWallet, openKeeperWallet } from "./wallet"

/**
 * Liquidates expired loans and gives ended price rounds their outcome. Any wallet can do the same: a second keeper
 * finds nothing to do, or its simulation fails and it sends nothing.
 */
export class Keeper {
  readonly address: Address
  private readonly lease: Lease | undefined
  private readonly wallet: KeeperWallet
  private readonly attempts: Attempts
  private readonly loans: LoanKeeper
  private readonly rounds: RoundKeeper

  /** It uses the account of KEEPER_PRIVATE_KEY unless another key is given, and works only while it holds the lease. */
  constructor(
    log: (line: string) => void,
    { privateKey, lease }: { privateKey?: Hex; lease?: Lease } = {},
  ) {
    this.lease = lease
    this.wallet = openKeeperWallet(privateKey, lease)
    this.address = this.wallet.address
    this.attempts = new Attempts(log)
    this.loans = new LoanKeeper(this.wallet, this.attempts, log)
    this.rounds = new RoundKeeper(this.wallet, this.attempts, log)
  }

  /** One round of work. */
  async run(): Promise<void> {
    const { timestamp } = await this.wallet.client.getBlock({ blockTag: "latest" })
    await this.rounds.run(Number(timestamp))
    await this.loans.run(Number(timestamp))
    const failure = this.attempts.takeFailure()
    await storeKeeperStatus(this.address.toLowerCase(), failure, this.lease)
  }
}

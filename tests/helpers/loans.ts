import { type Address, maxUint256 } from "viem"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vaultTransactions, vestingTransactions } from "@/tests/helpers/holding-transactions"
import { hubTransactions, leverageTransactions } from "@/tests/helpers/loan-transactions"
import type { Transaction } from "@/tests/helpers/market-transactions"
import { alice, bob, carol, dave, type Receipt, type TestChain } from "./chain"

export type Lending = Awaited<ReturnType<typeof createLending>>

/**
 * Loans, leverage, vault and vesting on a chain of the tests. Four wallets approve the contracts' use of their USDB
 * and TIDE first.
 */
export async function createLending(chain: TestChain) {
  const { book } = chain
  const spenders = [book.loanHub, book.staking, book.vesting]
  for (const wallet of [alice, bob, carol, dave]) {
    for (const spender of spenders) {
      await chain.write(wallet, book.usdb, usdbAbi, "approve", [spender, maxUint256])
      await chain.write(wallet, book.mainToken, usdbAbi, "approve", [spender, maxUint256])
    }
    await chain.write(wallet, book.usdb, usdbAbi, "approve", [book.mainToken, maxUint256])
  }

  async function send(from: Address, { to, data }: Transaction): Promise<Receipt> {
    const receipt = await chain.send(from, to, data, 20_000_000)
    if (receipt.status !== "0x1") throw new Error(`A transaction of the test to ${to} reverted`)
    return receipt
  }

  return {
    send,
    approve: (from: Address, token: string, spender: string) =>
      chain.write(from, token, usdbAbi, "approve", [spender, maxUint256]),
    hub: hubTransactions(book),
    leverage: leverageTransactions(book),
    vault: vaultTransactions(book),
    vesting: vestingTransactions(book),
  }
}

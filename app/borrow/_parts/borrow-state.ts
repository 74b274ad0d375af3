import { type Address, type Client, erc20Abi } from "viem"
import { getBalance, readContract } from "viem/actions"
import type { PlatformContracts } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { LoanRoute } from "@/lib/loans/math"
import { readLoanRoute } from "@/lib/loans/onchain"
import { readClockOffset } from "@/lib/loans/read-loan"

/** On-chain state of a token as collateral, and of a wallet. */
export type BorrowState = {
  route: LoanRoute
  /** Milliseconds by which the newest block is ahead of the browser's clock. */
  clockOffset: number
  isListed: boolean
  isFrozen: boolean
  /** Null without a wallet. */
  wallet: {
    balance: bigint
    allowance: bigint
    nativeBalance: bigint
    /** Reward shares, which tokens held back. */
    shares: bigint
  } | null
}

export async function readBorrowState(
  client: Client,
  contracts: PlatformContracts,
  token: Address,
  owner: Address | undefined,
): Promise<BorrowState> {
  const isTide = token === contracts.mainToken
  const at = { address: token, abi: factoryTokenAbi } as const
  const [route, clockOffset, isListed, isFrozen, wallet] = await Promise.all([
    readLoanRoute(client, contracts, token, owner),
    readClockOffset(client),
    isTide ||
      readContract(client, {
        address: contracts.factory,
        abi: tokenFactoryAbi,
        functionName: "isEcosystemToken",
        args: [token],
      }),
    isTide ? false : readContract(client, { ...at, functionName: "frozen" }),
    owner ? readOwner(client, contracts, token, owner) : null,
  ])
  return { route, clockOffset, isListed, isFrozen, wallet }
}

async function readOwner(
  client: Client,
  { mainToken, loanHub }: PlatformContracts,
  token: Address,
  owner: Address,
) {
  const at = { address: token, abi: erc20Abi } as const
  const [balance, allowance, nativeBalance, shares] = await Promise.all([
    readContract(client, { ...at, functionName: "balanceOf", args: [owner] }),
    readContract(client, { ...at, functionName: "allowance", args: [owner, loanHub] }),
    getBalance(client, { address: owner }),
    token === mainToken
      ? 0n
      : readContract(client, {
          address: token,
          abi: factoryTokenAbi,
          functionName: "shares",
          args: [owner],
        }),
  ])
  return { balance, allowance, nativeBalance, shares }
}

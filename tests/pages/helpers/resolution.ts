import type { Page } from "@playwright/test"
import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseEther } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { balanceOf, contracts, freshAccount, mine, publicClient, send } from "./chain"
import { fundForMarkets, type MarketKey } from "./markets"
import { stack } from "./stack"
import { expect } from "./test"
import type { TestWallet } from "./wallet"

/**
 * What is only waited for is short. What something must be done within lasts longer than slow machines need for
 * it: to dispute a proposal, and to change the first vote of a private market.
 */
export const PERIODS = { challenge: 300n, voting: 6n, veto: 6n, privateVoting: 40n }

export const BOND = parseEther("5")

export const [YES, NO] = [0, 1]

/** Three traders with USDB, the first of them in the browser. */
export async function createTraders(wallet: TestWallet) {
  const all = [wallet.account, await freshAccount(), await freshAccount()] as const
  for (const account of all) await fundForMarkets(account, "1000")
  return all
}

export async function buyTide(account: PrivateKeyAccount) {
  const { usdb, mainToken, swap } = contracts
  const approval = { abi: erc20Abi, functionName: "approve", args: [swap, maxUint256] } as const
  await send(account, usdb, encodeFunctionData(approval))
  const args = [parseEther("100"), 0n, [usdb, mainToken], false] as const
  await send(account, swap, encodeFunctionData({ abi: swapAbi, functionName: "buyTokens", args }))
}

export const usdbOf = (owner: Address) => balanceOf(contracts.usdb, owner)
export const tideOf = (owner: Address) => balanceOf(contracts.mainToken, owner)

/** Everybody who can hold USDB that enters these markets: nothing may be lost between them. */
export async function totalUsdb(
  people: readonly PrivateKeyAccount[],
  ...markets: readonly MarketKey[]
): Promise<bigint> {
  const { marketTrading, privateMarket, resolver, taxes } = stack.contracts
  const insurance = await publicClient.readContract({
    address: toAddress(marketTrading),
    abi: marketTradingAbi,
    functionName: "insurance",
  })
  const places = [marketTrading, privateMarket, resolver, taxes, contracts.swap]
  const holders = [...people.map(({ address }) => address), ...markets.map(({ token }) => token)]
  const wallets = [...holders, ...places, contracts.mainToken, insurance]
  const owners = new Set(wallets.map((each) => each.toLowerCase()))
  const balances = await Promise.all([...owners].map((owner) => usdbOf(toAddress(owner))))
  return balances.reduce((sum, balance) => sum + balance, 0n)
}

/** What a wallet can redeem, and everything the winners share. */
export async function redeemableOf({ token, isPrivate }: MarketKey, owner: Address) {
  const { marketTrading, privateMarket } = stack.contracts
  const address = toAddress(isPrivate ? privateMarket : marketTrading)
  const abi = marketTradingAbi
  const [own, pool] = await Promise.all([
    publicClient.readContract({
      address,
      abi,
      functionName: "getRedeemable",
      args: [token, owner],
    }),
    publicClient.readContract({ address, abi, functionName: "getPool", args: [token] }),
  ])
  return { own, pool }
}

export const resolutionSection = (page: Page) => page.locator("#resolution")

type StepOptions = { outcome?: string; confirm?: string }

/** Presses a step, chooses the outcome, and confirms what was explained. */
export async function takeStep(
  page: Page,
  step: RegExp,
  { outcome, confirm = "Finalize" }: StepOptions = {},
) {
  const button = resolutionSection(page).getByRole("button", { name: step })
  await expect(async () => {
    // Time passes for contracts with each block.
    await mine(1)
    await expect(button).toBeEnabled({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await button.click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByText("Cost", { exact: true })).toBeVisible()
  await expect(dialog.getByText("What happens next")).toBeVisible()
  if (outcome) await dialog.getByLabel("Outcome").selectOption({ label: outcome })
  await dialog.getByRole("button", { name: confirm, exact: true }).click()
}

/** Repeats what its contract refuses until enough time has passed, block by block. */
export async function retryUntilAccepted<T>(work: () => Promise<T>): Promise<T> {
  let result: { of: T } | undefined
  await expect(async () => {
    await mine(1)
    result = { of: await work() }
  }).toPass({ timeout: 90_000 })
  if (!result) throw new Error("It never came to pass")
  return result.of
}

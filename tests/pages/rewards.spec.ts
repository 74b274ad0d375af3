import { encodeFunctionData } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { WAD } from "@/lib/units"
import {
  balanceOf,
  buy,
  claimUsdb,
  contracts,
  freshAccount,
  launchToken,
  publicClient,
  send,
  syncTransaction,
} from "./helpers/chain"
import { connect, deepTest, expect, rememberWallet, test } from "./helpers/test"

/** A frozen token with a reward phase of 1,000 USDB, on whose whitelist the wallets are. */
async function launchWith(wallets: readonly PrivateKeyAccount[]) {
  const creator = await freshAccount()
  const token = await launchToken(creator, { symbol: "CORAL", isFrozen: true })
  const args = [wallets.map(({ address }) => address), 80n * WAD, "friends"] as const
  const data = encodeFunctionData({
    abi: factoryTokenAbi,
    functionName: "SetWhitelistedWallet",
    args,
  })
  const { transactionHash } = await send(creator, token, data)
  await syncTransaction(transactionHash)
  return token
}

async function bought(account: PrivateKeyAccount, token: `0x${string}`, amount: bigint) {
  await claimUsdb(account)
  const { transactionHash } = await buy(account, token, amount)
  await syncTransaction(transactionHash)
}

test("shows the shares of the reward phase and claims what they have earned", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const other = await freshAccount()
  const token = await launchWith([wallet.account, other])
  await bought(wallet.account, token, 50n * WAD)
  // Of what the other's tax brings, the other's own shares have their part.
  await bought(other, token, 50n * WAD)
  const launched = { address: token, abi: factoryTokenAbi } as const
  const before = await balanceOf(contracts.usdb, wallet.account.address)

  await page.goto(`/tokens/${token}?tab=about`)
  await expect(
    page.getByRole("progressbar", { name: "Progress of the reward phase" }),
  ).toBeVisible()
  await expect(page.getByText("Connect a wallet to see its shares and rewards.")).toBeVisible()
  await connect(page, wallet)
  await expect(page.getByText("Your shares", { exact: true })).toBeVisible()
  const button = page.getByRole("button", { name: /^Claim 0\.04499 USDB/ })
  await button.click()
  await expect(page.getByText("Rewards claimed")).toBeVisible()
  // 4 % of the 1.5 % tax on 50 USDB as the only holder, then a part of the same; rounded down to a share's part.
  const [mine, all] = await Promise.all([
    publicClient.readContract({
      ...launched,
      functionName: "shares",
      args: [wallet.account.address],
    }),
    publicClient.readContract({ ...launched, functionName: "totalShares" }),
  ])
  const reward = (3n * WAD) / 100n
  const earned = reward + (reward * mine) / all
  const claimed = (await balanceOf(contracts.usdb, wallet.account.address)) - before
  expect(claimed).toBeLessThanOrEqual(earned)
  expect(claimed).toBeGreaterThanOrEqual(earned - 2n)
  await expect(page.getByRole("button", { name: "Nothing to claim" })).toBeDisabled()
})

deepTest(
  "shows the whitelist, what one's own entry still allows, and shares only to who has some",
  async ({ page, wallet }) => {
    const token = await launchWith([wallet.account])
    await rememberWallet(page, wallet)
    await page.goto(`/tokens/${token}?tab=about`)
    await expect(page.getByText("This wallet has no shares")).toBeVisible()
    await bought(wallet.account, token, 20n * WAD)
    await page.goto(`/tokens/${token}?tab=about`)
    await expect(page.getByText("friends")).toBeVisible()
    await expect(page.getByText("up to $80.00")).toBeVisible()
    await expect(page.getByText("You can still buy for $60.")).toBeVisible()
  },
)

deepTest("lets the whitelisted buy up to their amount in the ticket", async ({ page, wallet }) => {
  const token = await launchWith([wallet.account])
  await claimUsdb(wallet.account)
  await rememberWallet(page, wallet)
  await page.goto(`/tokens/${token}`)
  await expect(page.getByText("can still buy for $80.00").first()).toBeVisible()
  await page.getByLabel("You pay").fill("90")
  await expect(page.getByText("This exceeds your remaining whitelist limit.")).toBeVisible()
  await page.getByLabel("You pay").fill("10")
  await page.getByRole("button", { name: "Approve and buy CORAL" }).click()
  await expect(page.getByText(/^Bought/)).toBeVisible()
})

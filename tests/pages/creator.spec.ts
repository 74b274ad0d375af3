import type { Page } from "@playwright/test"
import type { Address } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { WAD } from "@/lib/units"
import { claimUsdb, freshAccount, launchToken, publicClient } from "./helpers/chain"
import { stack } from "./helpers/stack"
import { deepTest, expect, rememberWallet, test } from "./helpers/test"
import type { TestWallet } from "./helpers/wallet"

const taxes = { address: toAddress(stack.contracts.taxes), abi: taxesAbi } as const

/** A token of the test's wallet, its page open on the creator's tools. */
async function openTools(page: Page, wallet: TestWallet, isFrozen: boolean) {
  const token = await launchToken(wallet.account, { symbol: "CORAL", isFrozen })
  await rememberWallet(page, wallet)
  await page.goto(`/tokens/${token}?tab=about`)
  await expect(page.getByRole("heading", { name: "Creator tools" })).toBeVisible()
  return token
}

function isWhitelisted(token: Address, wallet: Address) {
  const at = { address: token, abi: factoryTokenAbi } as const
  return publicClient.readContract({ ...at, functionName: "whitelisted", args: [wallet] })
}

deepTest("adds wallets in bulk, and takes one off again", async ({ page, wallet }) => {
  const token = await openTools(page, wallet, true)
  const [first, second] = [await freshAccount(), await freshAccount()]
  const addresses = page.getByLabel("Addresses")
  await addresses.fill(`${first.address}\nnot-a-wallet`)
  await expect(page.getByText("“not-a-wallet” is not an address.")).toBeVisible()
  await addresses.fill(`${first.address}, ${second.address}\n${first.address.toLowerCase()}`)
  await page.getByLabel("Limit per wallet").fill("250")
  await page.getByLabel("Tag").fill("crew")
  await page.getByRole("button", { name: "Add 2 wallets, limit $250.00 each" }).click()
  await expect(page.getByText("Wallets added to the whitelist")).toBeVisible()
  expect(await isWhitelisted(token, first.address)).toBe(true)
  const at = { address: token, abi: factoryTokenAbi } as const
  const args = [second.address] as const
  expect(
    await publicClient.readContract({ ...at, functionName: "whitelistMaxBuyForUser", args }),
  ).toBe(250n * WAD)
  await expect(page.getByText("crew").first()).toBeVisible()

  await page.getByLabel("Address", { exact: true }).fill(second.address)
  await page.getByRole("button", { name: "Remove from the whitelist" }).click()
  await expect(page.getByText("Wallet removed from the whitelist")).toBeVisible()
  expect(await isWhitelisted(token, second.address)).toBe(false)
  expect(await isWhitelisted(token, first.address)).toBe(true)
})

deepTest("opens a frozen token only after a question", async ({ page, wallet }) => {
  const token = await openTools(page, wallet, true)
  const frozen = () =>
    publicClient.readContract({ address: token, abi: factoryTokenAbi, functionName: "frozen" })
  await page.getByRole("tab", { name: "Unfreeze" }).click()
  await page.getByRole("button", { name: "Unfreeze token" }).click()
  const question = page.getByRole("dialog", { name: "Unfreeze CORAL?" })
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(question).toBeHidden()
  expect(wallet.requests).not.toContain("eth_sendTransaction")
  await page.getByRole("button", { name: "Unfreeze token" }).click()
  await question.getByRole("button", { name: "Unfreeze permanently" }).click()
  await expect(page.getByText("CORAL is unfrozen")).toBeVisible()
  expect(await frozen()).toBe(false)
})

test("starts a surge tax with a preview, shows it in the ticket, and ends it", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const token = await openTools(page, wallet, false)
  const rate = () =>
    publicClient.readContract({ ...taxes, functionName: "getCurrentSurgeTax", args: [token] })
  await expect(page.getByText("7 d 0 h of 7 d 0 h in 30 days")).toBeVisible()
  await page.getByLabel("Start rate").fill("50")
  await expect(page.getByText(/^At most 7\.16% for this token/)).toBeVisible()
  await page.getByLabel("Start rate").fill("6")
  await page.getByLabel("End rate").fill("1")
  await page.getByLabel("Duration").fill("2")
  const preview = page.getByTestId("surge-preview")
  await expect(preview.getByText("3.5%")).toBeVisible()
  await page.getByRole("button", { name: "Start surge tax" }).click()
  await expect(page.getByText("Surge tax started")).toBeVisible()
  expect(await rate()).toBeGreaterThan(590n)

  await expect(
    page.getByTestId("surge-clock").getByText(/^Surge tax 5\.9\d*%|^Surge tax 6%/),
  ).toBeVisible()
  await page.getByLabel("You pay").fill("10")
  await page.getByTestId("surge-clock").getByText("If you trade later").click()
  await expect(page.getByText("Assumes no other trades.")).toBeVisible()

  await page.getByRole("button", { name: "End surge tax" }).click()
  await expect(page.getByText("Surge tax ended")).toBeVisible()
  expect(await rate()).toBe(0n)
  await expect(page.getByTestId("surge-clock")).toBeHidden()
})

deepTest(
  "keeps others off a frozen token, and shows them no creator's tools",
  async ({ page, wallet }) => {
    const token = await launchToken(await freshAccount(), { symbol: "CORAL", isFrozen: true })
    await rememberWallet(page, wallet)
    await page.goto(`/tokens/${token}?tab=about`)
    await expect(page.getByText("Your wallet is not on the whitelist.").first()).toBeVisible()
    await expect(page.getByText("Creator tools")).toBeHidden()
    await claimUsdb(wallet.account)
    await page.getByLabel("You pay").fill("10")
    await expect(
      page.getByText("This token is frozen and your wallet is not on its whitelist."),
    ).toBeVisible()
    await expect(page.getByRole("button", { name: "Approve and buy CORAL" })).toBeDisabled()
  },
)

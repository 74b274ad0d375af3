import type { Page } from "@playwright/test"
import { WAD } from "@/lib/units"
import { balanceOf, claimUsdb, contracts, freshAccount, launchToken } from "./helpers/chain"
import { hideTransactions } from "./helpers/node-outage"
import {
  claimUsdbFor,
  deepTest,
  expect,
  rememberWallet,
  test,
  waitForHydration,
  walletButton,
} from "./helpers/test"
import { switchAccount } from "./helpers/wallet"

const transactionsButton = (page: Page) => page.locator('header button[aria-label^="Transactions"]')
const expectPending = (page: Page, count: number) =>
  expect(transactionsButton(page)).toHaveAccessibleName(`Transactions, ${count} pending`)

async function openTransactions(page: Page) {
  await transactionsButton(page).click()
  return page.getByRole("dialog", { name: "Transactions" })
}

const startClaim = (page: Page) => page.getByRole("button", { name: /^Claim/ }).click()

test("follows a transaction over a reload and on any other page to its end", {
  tag: "@long",
}, async ({ page, context, wallet }) => {
  await rememberWallet(page, wallet)
  await page.goto("/faucet")
  const see = await hideTransactions(context)
  await startClaim(page)
  await expect(page.getByText("Submitted. Waiting for confirmation.")).toBeVisible()
  await expectPending(page, 1)

  await page.reload()
  await expect(page.getByText("Submitted. Waiting for confirmation.")).toBeVisible()
  await page.goto("/launchpad")
  await expectPending(page, 1)
  const sheet = await openTransactions(page)
  await expect(sheet.getByText("Pending")).toBeVisible()
  await sheet.getByRole("button", { name: "Close", exact: true }).click()

  await see()
  // Nothing on this page shows the transaction, so a toast does.
  await expect(page.getByRole("link", { name: "View transaction" })).toBeVisible()
  await expect(transactionsButton(page)).toHaveAccessibleName("Transactions")
  const after = await openTransactions(page)
  await expect(after.getByText("Confirmed", { exact: true })).toBeVisible()
  await after.getByRole("link", { name: /^Transaction/ }).click()
  await expect(page.getByTestId("status")).toContainText(/Confirmed/)
})

deepTest(
  "offers the rest of an approved trade in the ticket and on any other page",
  async ({ page, context, wallet }) => {
    const [token] = await Promise.all([
      launchToken(await freshAccount(), { symbol: "CORAL" }),
      claimUsdbFor(wallet),
    ])
    await rememberWallet(page, wallet)
    await page.goto(`/tokens/${token}`)
    await expect(page.getByText("Balance 100")).toBeVisible()
    await page.getByLabel("You pay").first().fill("10")
    const see = await hideTransactions(context)
    await page.getByRole("button", { name: "Approve and buy CORAL" }).click()
    await expectPending(page, 1)
    // The page that waited for the approval is gone.
    await page.reload()
    await see()
    const proceed = page.getByRole("button", { name: "Continue in wallet" })
    await expect(proceed.first()).toBeVisible()

    await page.goto("/launchpad")
    const sheet = await openTransactions(page)
    await expect(sheet.getByText("Approved, action required")).toBeVisible()
    await sheet.getByRole("button", { name: "Close", exact: true }).click()
    await page.goBack()
    await proceed.first().click()
    await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
    const after = await openTransactions(page)
    await expect(after.getByText("Confirmed", { exact: true })).toBeVisible()
  },
)

deepTest(
  "shows in one tab what another one has sent, and how it ends",
  async ({ page, context, wallet }) => {
    await rememberWallet(page, wallet)
    await page.goto("/faucet")
    const other = await context.newPage()
    await other.goto("/launchpad")
    await waitForHydration(other)
    await expect(walletButton(other, wallet.account)).toBeVisible()

    const see = await hideTransactions(context)
    await startClaim(page)
    await expectPending(other, 1)
    await expect.poll(() => balanceOf(contracts.usdb, wallet.account.address)).toBeGreaterThan(0n)
    // The tab that sent it is gone; the other one takes over.
    await page.close()
    await see()
    const sheet = await openTransactions(other)
    await expect(sheet.getByText("Confirmed", { exact: true })).toBeVisible()
  },
)

deepTest(
  "keeps the transactions of two wallets apart, and clears completed ones",
  async ({ page, wallet }) => {
    await rememberWallet(page, wallet)
    await page.goto("/faucet")
    await startClaim(page)
    await expect(page.getByText("100 USDB claimed")).toBeVisible()
    const first = wallet.account
    const second = await freshAccount()
    await switchAccount(page, wallet, second)
    await expect(walletButton(page, second)).toBeVisible()
    const sheet = await openTransactions(page)
    await expect(sheet.getByText("No transactions yet")).toBeVisible()
    await sheet.getByRole("button", { name: "Close", exact: true }).click()
    await switchAccount(page, wallet, first)
    await expect(walletButton(page, first)).toBeVisible()
    await openTransactions(page)
    await expect(sheet.getByText("Confirmed", { exact: true })).toBeVisible()
    await sheet.getByRole("button", { name: "Clear completed" }).click()
    await expect(sheet.getByText("No transactions yet")).toBeVisible()
  },
)

deepTest(
  "explains in the list and on its page why a transaction failed",
  async ({ page, wallet }) => {
    await rememberWallet(page, wallet)
    await page.goto("/faucet")
    // Another device is faster: the simulation passes, the transaction does not.
    wallet.beforeSend = () => claimUsdb(wallet.account)
    await startClaim(page)
    const sentence = "This wallet has claimed within the last 24 hours."
    await expect(page.getByText(sentence)).toBeVisible()
    const sheet = await openTransactions(page)
    await expect(sheet.getByText("Failed", { exact: true })).toBeVisible()
    await expect(sheet.getByText(sentence)).toBeVisible()
    await sheet.getByRole("link", { name: /^Transaction/ }).click()
    await expect(page.getByTestId("status")).toContainText("Failed")
    await expect(page.getByRole("main").getByText(sentence)).toBeVisible()
    expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(100n * WAD)
  },
)

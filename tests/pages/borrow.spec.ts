import type { Page } from "@playwright/test"
import type { Address } from "viem"
import { z } from "zod"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { extensionFee, MIN_DEBT } from "@/lib/loans/math"
import { loanPage } from "@/lib/loans/schema"
import { WAD } from "@/lib/units"
import {
  balanceOf,
  buy,
  claimUsdb,
  contracts,
  freshAccount,
  launchToken,
  mine,
  publicClient,
} from "./helpers/chain"
import { sql } from "./helpers/database"
import { amountOn, expireIn, loanHub, loanOf, takeLoan } from "./helpers/loans"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { claimUsdbFor, deepTest, expect, rememberWallet, test } from "./helpers/test"
import type { TestWallet } from "./helpers/wallet"

const card = (page: Page) => page.getByTestId("loan-card")
const dialog = (page: Page) => page.getByRole("dialog")

/** A token of its own, of which the wallet has bought for 50 of its 100 USDB. */
async function holdToken({ account }: TestWallet): Promise<Address> {
  const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
  await claimUsdb(account)
  await buy(account, token, 50n * WAD)
  return token
}

const usdbOf = (owner: Address) => balanceOf(contracts.usdb, owner)

/** The page, the API and the contracts name the same debt and collateral. */
async function compareLoan(page: Page, owner: Address) {
  const loan = await loanOf(owner)
  await expect(async () => {
    const answer = await page.request.get("/api/v1/loans?source=hub")
    const [listed] = z.decode(loanPage, await answer.json()).data
    expect(listed).toMatchObject({
      fullAmount: loan.fullAmount,
      collateralAmount: loan.collateralAmount,
      borrowedAmount: loan.borrowedAmount,
      liquidationTime: Number(loan.liquidationTime),
      active: loan.active,
    })
  }).toPass()
  await expect.poll(() => amountOn(card(page), "Received so far")).toBe(loan.borrowedAmount)
  if (loan.active) {
    await expect.poll(() => amountOn(card(page), "Debt to repay")).toBe(loan.fullAmount)
  }
  return loan
}

async function finish(page: Page, success: string) {
  await expect(dialog(page).getByText(success)).toBeVisible()
  await dialog(page).getByRole("button", { name: "Close" }).first().click()
  await expect(dialog(page)).toBeHidden()
}

test("borrows, extends, sells a part and repays: every balance adds up to the wei", {
  tag: "@long",
}, async ({ page, wallet }) => {
  test.setTimeout(150_000)
  const token = await holdToken(wallet)
  const { address } = wallet.account
  const start = { usdb: await usdbOf(address), tokens: await balanceOf(token, address) }
  await rememberSession(page, wallet)
  await page.goto(`/borrow?token=${token}`)
  await page.getByRole("button", { name: "Use all CORAL" }).click()
  await page.getByLabel("Days", { exact: true }).fill("60")
  const terms = page.getByTestId("loan-terms")
  const quoted = await amountOn(terms, "You receive")
  await expect(page.getByText("Only time ends the loan")).toBeVisible()
  await page.getByRole("button", { name: /^Borrow / }).click()
  await expect(page.getByText("The USDB is in your wallet")).toBeVisible()
  await expect(card(page)).toHaveAttribute("data-status", "open")
  const taken = await compareLoan(page, address)
  // Others trade TIDE meanwhile, which can only raise its price.
  expect(taken.borrowedAmount).toBeGreaterThanOrEqual(quoted)
  expect(taken.borrowedAmount).toBeLessThan((quoted * 1_001n) / 1_000n)
  expect(taken.collateralAmount).toBe(start.tokens)
  expect(await usdbOf(address)).toBe(start.usdb + taken.borrowedAmount)
  expect(await balanceOf(token, address)).toBe(0n)

  await card(page).getByRole("button", { name: "Extend" }).click()
  await dialog(page).getByLabel("Days to add", { exact: true }).fill("40")
  const fee = await amountOn(dialog(page), "Fee, paid now")
  expect(fee).toBe(extensionFee(taken.fullAmount, 40n))
  await dialog(page).getByRole("button", { name: "Extend by 40 days" }).click()
  await finish(page, "The loan is extended")
  const extended = await compareLoan(page, address)
  expect(extended.liquidationTime - taken.liquidationTime).toBe(40n * 86_400n)
  expect(await usdbOf(address)).toBe(start.usdb + taken.borrowedAmount - fee)

  await card(page).getByRole("button", { name: "Sell a part" }).click()
  await expect(dialog(page).getByText(/burn at the floor price/)).toBeVisible()
  await dialog(page)
    .getByRole("button", { name: /^Sell 50% for / })
    .click()
  await finish(page, "The part is sold")
  const sold = await compareLoan(page, address)
  expect(sold.fullAmount).toBe(extended.fullAmount / 2n)
  const [sale] = await publicClient.getContractEvents({
    address: loanHub,
    abi: loanHubAbi,
    eventName: "PartialLoanSold",
    args: { user: address },
    fromBlock: 0n,
  })
  const received = sale?.args.received ?? 0n
  expect(received).toBeGreaterThan(0n)
  expect(await usdbOf(address)).toBe(start.usdb + taken.borrowedAmount - fee + received)

  await card(page).getByRole("button", { name: "Repay" }).click()
  expect(await amountOn(dialog(page), "You pay")).toBe(sold.fullAmount)
  await dialog(page)
    .getByRole("button", { name: /^Repay .* USDB$/ })
    .click()
  await finish(page, "The loan is repaid and the collateral is back")
  await expect(card(page)).toHaveAttribute("data-status", "closed")
  const repaid = await compareLoan(page, address)
  expect(repaid.active).toBe(false)
  expect(await balanceOf(token, address)).toBe(sold.collateralAmount)
  const end = start.usdb + taken.borrowedAmount - fee + received - sold.fullAmount
  expect(await usdbOf(address)).toBe(end)
})

deepTest(
  "a loan expires while the page is open, is liquidated, and its rest is claimed",
  async ({ page, wallet }) => {
    const token = await holdToken(wallet)
    const { address } = wallet.account
    const amount = await balanceOf(token, address)
    await takeLoan(wallet.account, { token, amount, days: 10n })
    // The floor rises, so that a liquidation leaves something.
    const rival = await freshAccount()
    await claimUsdb(rival)
    await buy(rival, token, 90n * WAD)
    await rememberSession(page, wallet)
    await page.goto("/borrow")
    await expect(card(page)).toHaveAttribute("data-status", "open")
    await expect(card(page).getByRole("button", { name: "Refinance" })).toBeVisible()
    await page.evaluate(() => Reflect.set(window, "stillTheSamePage", true))

    await expireIn(address, 5n)
    await expect(card(page)).toHaveAttribute("data-status", "expired")
    await expect(card(page).getByText("Expired: repay before somebody liquidates it")).toBeVisible()
    for (const name of ["Extend", "Refinance", "Add collateral"]) {
      await expect(card(page).getByRole("button", { name })).toBeHidden()
    }
    await expect(card(page).getByRole("button", { name: "Repay" })).toBeVisible()

    // The node simulates at the time of its newest block.
    await mine(1)
    await card(page).getByRole("button", { name: "Liquidate" }).click()
    await dialog(page).getByRole("button", { name: "Liquidate" }).click()
    await finish(page, "The loan is liquidated")
    await expect(card(page)).toHaveAttribute("data-status", "liquidated")
    const ended = await loanOf(address)
    expect(ended.isLiquidated).toBe(true)
    expect(ended.liquidationClaim).toBeGreaterThan(0n)
    expect(await amountOn(card(page), "Left to claim")).toBe(ended.liquidationClaim)

    await card(page).getByRole("button", { name: "Claim the rest" }).click()
    await dialog(page)
      .getByRole("button", { name: /^Claim .* CORAL$/ })
      .click()
    await finish(page, "The rest of the collateral is in your wallet")
    await expect(card(page).getByRole("button", { name: "Claim the rest" })).toBeHidden()
    // The wallet has liquidated its own loan: a tenth and the claim came back.
    expect(await balanceOf(token, address)).toBe(amount - ended.liquidatedAmount)
    await compareLoan(page, address)
    expect(await page.evaluate(() => Reflect.get(window, "stillTheSamePage"))).toBe(true)
  },
)

deepTest(
  "reminds of a loan on every page until that is dismissed, and again a day before",
  async ({ page, wallet }) => {
    const token = await holdToken(wallet)
    const { address } = wallet.account
    await takeLoan(wallet.account, { token, amount: await balanceOf(token, address), days: 10n })
    const setExpiry = (days: number) =>
      sql("update loan set liquidation_time = $2 where wallet = $1", [
        address.toLowerCase(),
        Math.floor(Date.now() / 1_000) + Math.floor(days * 86_400),
      ])
    await setExpiry(6.5)
    await rememberWallet(page, wallet)
    await page.goto("/faucet")
    const note = page.getByTestId("loan-reminder")
    await expect(note).toContainText("expires in 6 d 1")
    await expect(note.getByRole("link", { name: "Repay or extend" })).toHaveAttribute(
      "href",
      "/borrow",
    )
    await note.getByRole("button", { name: "Dismiss this reminder" }).click()
    await expect(note).toBeHidden()
    await setExpiry(0.5)
    await page.evaluate(() => localStorage.removeItem("atoll.loans.due"))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/account")
    await expect(note).toContainText(/expires in 1[12] h/)
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    const calendar = await page.request.get(`/borrow/calendar.ics?wallet=${address}`)
    expect(calendar.headers()["content-type"]).toContain("text/calendar")
    expect(await calendar.text()).toContain("BEGIN:VEVENT")
  },
)

deepTest(
  "shows everything without a wallet, and what is refused before a wallet is asked",
  async ({ page, wallet }) => {
    const token = await launchToken(await freshAccount(), { symbol: "CORAL" })
    await page.goto(`/borrow?token=${token}`)
    const terms = page.getByTestId("loan-terms")
    await expect(terms).toBeVisible()
    const [payout, debt] = [
      await amountOn(terms, "You receive"),
      await amountOn(terms, "Debt to repay"),
    ]
    expect(debt).toBeGreaterThan(MIN_DEBT)
    expect(payout).toBe(debt - (debt * 245n + 9_999n) / 10_000n)
    await terms.getByText("Loan fee, 2.45%").click()
    await expect(terms.getByText("Origination, 2%")).toBeVisible()
    await terms.getByText("Lost if it is not repaid").click()
    await expect(terms.getByText("Left for you to claim")).toBeVisible()
    const amount = page.getByLabel("Amount to pledge")
    await amount.fill("0.001")
    await expect(page.getByText(/^A loan is at least 0.99 USDB/)).toBeVisible()
    await expect(page.getByRole("button", { name: "Connect a wallet to borrow" })).toBeEnabled()

    await claimUsdbFor(wallet)
    await rememberWallet(page, wallet)
    await page.goto(`/borrow?token=${contracts.usdb}`)
    await expect(page.getByText("This token cannot be pledged")).toBeVisible()
    await expect(page.getByText("This wallet holds no token to pledge")).toBeVisible()
    await expect(page.getByText("No loans")).toBeVisible()
    await amount.fill("5")
    await expect(page.getByText("You have no TIDE.")).toBeVisible()
  },
)

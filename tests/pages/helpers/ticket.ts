import type { Page } from "@playwright/test"
import { freshAccount, launchToken } from "./chain"
import { claimUsdbFor, expect, rememberWallet } from "./test"
import type { TestWallet } from "./wallet"

/** A token of its own with a ticket ready to trade, the wallet holding 100 USDB. */
export async function openTicket(
  page: Page,
  wallet: TestWallet,
  options: { isFrozen?: boolean; startLiquidity?: bigint } = {},
) {
  const [token] = await Promise.all([
    launchToken(await freshAccount(), { symbol: "CORAL", ...options }),
    claimUsdbFor(wallet),
  ])
  await rememberWallet(page, wallet)
  await page.goto(`/tokens/${token}`)
  await expect(page.getByText("Balance 100")).toBeVisible()
  return token
}

export async function pay(page: Page, text: string) {
  await page.getByLabel("You pay").fill(text)
  await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
}

export const approveAndBuy = (page: Page) =>
  page.getByRole("button", { name: "Approve and buy CORAL" }).click()

/** The wallet's answer has reached the page, so that a reload finds it. An approval is sent in other words. */
export const isSent = (page: Page) =>
  expect(page.getByText("Submitted. Waiting for confirmation.", { exact: true })).toBeVisible()

/** From a buy that is done: the ticket on its sell side, everything entered. */
export async function prepareSale(page: Page) {
  await page.getByRole("group", { name: "Direction" }).getByRole("button", { name: "Sell" }).click()
  await page.getByRole("button", { name: "Use all CORAL" }).click()
  await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
}

import type { Page } from "@playwright/test"
import { type Address, parseEther } from "viem"
import { z } from "zod"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { formatAmount, formatMoney } from "@/lib/format"
import { loanPage } from "@/lib/loans/schema"
import { violations } from "./helpers/axe"
import {
  balanceOf,
  buy,
  claimUsdb,
  contracts,
  freshAccount,
  launchToken,
  publicClient,
} from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { smallTargets } from "./helpers/target-size"
import { claimUsdbFor, deepTest, expect, test } from "./helpers/test"

const HUNDRED = parseEther("100")

const usdbOf = (owner: Address) => balanceOf(contracts.usdb, owner)

function positionOf(trader: Address) {
  return publicClient.readContract({
    address: contracts.mainToken,
    abi: mainTokenAbi,
    functionName: "leverages",
    args: [trader, 1n],
  })
}

/** What the API says of the only position. */
async function fromApi(page: Page) {
  const answer = await page.request.get("/api/v1/loans?source=leverage")
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await answer.json())
  expect(data).toHaveLength(1)
  return loanPage.shape.data.element.parse(data[0])
}

/** The value next to a label. */
const line = (page: Page, list: string, label: string) =>
  page.getByTestId(list).locator("dt", { hasText: label }).locator("+ dd")

/** It opens with all of it. */
async function closePart(page: Page, tenthsLess: number, percent: string) {
  await page.getByTestId("loan-card").getByRole("button", { name: "Close" }).click()
  const dialog = page.getByRole("dialog")
  for (let n = 0; n < tenthsLess; n++) await dialog.getByRole("slider").press("ArrowLeft")
  const send = dialog.getByRole("button", { name: new RegExp(`^Close ${percent}`) })
  await expect(send).toBeEnabled()
  await send.click()
  await expect(dialog.getByText(/is closed$/)).toBeVisible()
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click()
  await expect(dialog).toBeHidden()
}

test("buys with leverage, shows the position, and closes it in parts", { tag: "@long" }, async ({
  page,
  wallet,
}) => {
  const { address } = wallet.account
  const rival = await freshAccount()
  const token = await launchToken(rival, { symbol: "KELP", multiplier: 75n, startLiquidity: 200n })
  await Promise.all([claimUsdbFor(wallet), claimUsdb(rival)])
  await buy(rival, token, parseEther("10"))
  await rememberSession(page, wallet)
  await page.goto(`/tokens/${token}`)
  await expect(page.getByText("Balance 100")).toBeVisible()

  // The ticket: figures before anything is signed, and a review with what changes.
  const leverage = page.getByRole("switch", { name: "Leverage" })
  await expect(leverage).not.toBeChecked()
  await leverage.click()
  const amount = page.getByRole("textbox", { name: "You pay" })
  await amount.fill("0.001")
  await expect(page.getByText("The debt would be below 0.99 USDB.")).toBeVisible()
  await amount.fill("3")
  await page.getByLabel("Runs for").fill("20")
  await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
  // Twice the money, unless more is chosen.
  const exposure = page.getByRole("slider", { name: "Exposure" })
  await expect(exposure).toHaveAttribute("aria-valuetext", /^(1\.[89]|2(\.[12])?)×$/)
  for (const label of [
    "Exposure",
    "Debt",
    "Loan fee",
    "Trade tax",
    "Break-even price",
    "Expires",
  ]) {
    await expect(line(page, "leverage-lines", label)).toHaveText(/\d/)
  }
  await page.locator("summary", { hasText: "These figures as a table" }).click()
  await expect(page.getByTestId("leverage-outcomes").getByRole("row")).toHaveCount(9)
  await page.getByRole("button", { name: "Review purchase" }).click()
  await expect(line(page, "leverage-review", "Your USDB")).toContainText("100")
  await page.getByRole("button", { name: /^Approve and buy KELP with .*× leverage$/ }).click()
  await expect(page.getByTestId("leverage-summary")).toBeVisible()

  const opened = await positionOf(address)
  const put = opened.leverage.leverageBuyAmount
  expect(opened).toMatchObject({
    active: true,
    token: expect.stringMatching(new RegExp(token, "i")),
  })
  expect(opened.liquidationTime - opened.creationTime).toBe(20n * 86_400n)
  const paid = HUNDRED - (await usdbOf(address))
  expect(paid).toBeLessThanOrEqual(parseEther("3"))
  // A part of it is in the position; the rest has bought tokens without a loan.
  expect(put).toBeLessThan(paid)
  expect(await balanceOf(token, address)).toBeGreaterThan(0n)

  // The portfolio, the API and the contract say the same.
  await page.getByTestId("leverage-summary").getByRole("link", { name: "Portfolio" }).click()
  const card = page.getByTestId("loan-card")
  await expect(card.getByText("Leverage position 1")).toBeVisible()
  const row = await fromApi(page)
  expect(row).toMatchObject({
    token,
    loanId: 1,
    active: true,
    collateralAmount: opened.collateralAmount,
    fullAmount: opened.fullAmount,
    borrowedAmount: opened.borrowedAmount,
    liquidationTime: Number(opened.liquidationTime),
  })
  await expect(line(page, "position-figures", "Debt")).toHaveText(
    `${formatAmount(opened.fullAmount)} USDB`,
  )
  await expect(line(page, "position-figures", "Put in")).toHaveText(`${formatAmount(put)} USDB`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  // Others buy, so that there is something to win.
  const other = await freshAccount()
  await claimUsdb(other)
  await buy(other, token, HUNDRED)
  await expect(line(page, "position-figures", "Profit or loss")).toContainText("+")

  const before = await usdbOf(address)
  await closePart(page, 6, "40%")
  const partly = await positionOf(address)
  expect(partly.fullAmount).toBe((opened.fullAmount * 60n) / 100n)
  expect((await usdbOf(address)) - before).toBe(partly.leverage.cashedOut)
  expect(partly.leverage.cashedOut).toBeGreaterThan(0n)
  await expect(line(page, "position-figures", "Received so far")).toHaveText(
    `${formatAmount(partly.leverage.cashedOut)} USDB`,
  )
  await expect(line(page, "position-figures", "Debt")).toHaveText(
    `${formatAmount(partly.fullAmount)} USDB`,
  )
  expect(await fromApi(page)).toMatchObject({
    active: true,
    collateralAmount: partly.collateralAmount,
    fullAmount: partly.fullAmount,
  })

  await closePart(page, 0, "100%")
  const closed = await positionOf(address)
  expect(closed.active).toBe(false)
  expect((await usdbOf(address)) - before).toBe(closed.leverage.cashedOut)
  await expect(card).toHaveAttribute("data-status", "closed")
  expect((await fromApi(page)).active).toBe(false)
  await page.locator("summary", { hasText: "Closed positions" }).click()
  await expect(page.getByRole("table", { name: "Closed leverage positions" })).toContainText(
    formatMoney(closed.leverage.cashedOut),
  )
})

deepTest("fits on a phone, and is for everybody", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/tokens/${contracts.mainToken}`)
  await page
    .getByRole("region", { name: /^Trade/ })
    .getByRole("button", { name: "Buy" })
    .click()
  const sheet = page.getByRole("dialog", { name: /^Trade/ })
  await sheet.getByRole("switch", { name: "Leverage" }).click()
  await sheet.getByRole("textbox", { name: "You pay" }).fill("5")
  await expect(sheet.getByText("Quote confirmed for the next block")).toBeVisible()
  await expect(sheet.getByRole("button", { name: "Connect a wallet to trade" })).toBeEnabled()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  // What lies behind the sheet cannot be pressed at all.
  const small = (await smallTargets(page)).filter((target) => !target.endsWith(": 0 × 0"))
  expect(small).toEqual([])
  expect(await violations(page, { within: "[role=dialog]" })).toEqual([])
})

deepTest("says why there is no leverage", async ({ page }) => {
  const token = await launchToken(await freshAccount(), { symbol: "FROZEN", isFrozen: true })
  await page.goto(`/tokens/${token}`)
  const why = page.getByRole("button", { name: "Why there is no leverage" })
  await why.hover()
  await expect(page.getByRole("dialog")).toContainText(/reward phase|whitelisted/)
  // A press does not close what the mouse has opened by being there.
  await why.click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expect(page.getByRole("switch", { name: "Leverage" })).toBeHidden()
})

import type { Page } from "@playwright/test"
import { type Address, parseEther, parseEventLogs } from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { formatAmount } from "@/lib/format"
import { loanPage } from "@/lib/loans/schema"
import { WAD } from "@/lib/units"
import { vaultEventPage } from "@/lib/vault/schema"
import { balanceOf, contracts, freshAccount, publicClient } from "./helpers/chain"
import { expireIn, liquidate, loanOf } from "./helpers/loans"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { stack } from "./helpers/stack"
import { claimUsdbFor, deepTest, expect, test } from "./helpers/test"

const vault = toAddress(stack.contracts.staking)
const at = { address: vault, abi: stakingVaultAbi } as const

const usdbOf = (owner: Address) => balanceOf(contracts.usdb, owner)
const tideOf = (owner: Address) => balanceOf(contracts.mainToken, owner)
const sharesOf = (owner: Address) => balanceOf(vault, owner)

async function accountOf(owner: Address) {
  const [locked, pledged, hubId, hasLoan] = await publicClient.readContract({
    ...at,
    functionName: "userVaults",
    args: [owner],
  })
  return { locked, pledged, hubId, hasLoan }
}

/** Everything the vault has said about a wallet, oldest first. */
async function eventsOf(user: Address) {
  const logs = await publicClient.getLogs({ address: vault, fromBlock: 0n })
  return parseEventLogs({ abi: stakingVaultAbi, logs }).filter(
    ({ args }) => "user" in args && toAddress(args.user) === toAddress(user),
  )
}

const panel = (page: Page) => page.getByRole("complementary", { name: "Your position" })

const choose = (page: Page, group: string, name: string) =>
  panel(page).getByRole("group", { name: group }).getByRole("button", { name, exact: true }).click()

/** Enters an amount, waits for what the button says, and presses it. */
async function submit(page: Page, label: string, amount: string | "max", button: RegExp) {
  const field = panel(page).getByLabel(label, { exact: true })
  if (amount === "max")
    await panel(page)
      .getByRole("button", { name: /^Use all/ })
      .click()
  else await field.fill(amount)
  const send = panel(page).getByRole("button", { name: button })
  await expect(send).toBeEnabled()
  await send.click()
}

/** Rows of the page's own wallet from the API, newest first. */
async function listFromApi<T>(page: Page, path: string, row: z.ZodType<T>): Promise<T[]> {
  const answer = await page.request.get(`/api/v1/${path}`)
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await answer.json())
  return data.map((each) => row.parse(each))
}

const vaultEvents = (page: Page) =>
  listFromApi(page, "vault/events", vaultEventPage.shape.data.element)
const vaultLoans = (page: Page) =>
  listFromApi(page, "loans?source=vault", loanPage.shape.data.element)

// Every call of the vault invests what waits, and one test needs something that does.
test.describe.configure({ mode: "default" })

test("wraps, locks, borrows, is liquidated, settles, unlocks and unwraps, to the wei", {
  tag: "@long",
}, async ({ page, wallet }) => {
  test.setTimeout(180_000)
  const { address } = wallet.account
  await claimUsdbFor(wallet)
  await rememberSession(page, wallet)
  await page.goto("/earn")
  await expect(panel(page).getByText("You have no wTIDE")).toBeVisible()

  // USDB straight in, then TIDE that was bought elsewhere.
  await choose(page, "Pay with", "USDB")
  await submit(page, "You wrap", "60", /^Approve and wrap 60 USDB$/)
  await expect(panel(page).getByText(/^Wrapped .* TIDE: .* wTIDE received$/)).toBeVisible()
  const [bought] = await eventsOf(address)
  if (bought?.eventName !== "Bought") throw new Error("Nothing was wrapped")
  expect(await usdbOf(address)).toBe(parseEther("40"))
  expect(await tideOf(address)).toBe(0n)
  expect(await sharesOf(address)).toBe(bought.args.wStasisReceived)
  const figures = page.getByTestId("position")
  await expect(figures.getByText("wTIDE held").locator("+ dd")).toHaveText(
    formatAmount(bought.args.wStasisReceived),
  )

  // Unwrapped and wrapped again: nobody loses more than the rounding.
  await choose(page, "Direction", "Unwrap")
  await submit(page, "You unwrap", "1", /^Unwrap 1 wTIDE$/)
  await expect(panel(page).getByText(/^Unwrapped 1 wTIDE/)).toBeVisible()
  // The price of TIDE never falls, and the tax is 0.5 % each way.
  expect(await usdbOf(address)).toBeGreaterThan(parseEther("40.99"))
  expect(await tideOf(address)).toBe(0n)
  await choose(page, "Receive", "TIDE")
  await submit(page, "You unwrap", "5", /^Unwrap 5 wTIDE$/)
  await expect(panel(page).getByText(/^Unwrapped 5 wTIDE/)).toBeVisible()
  const tide = await tideOf(address)
  expect(tide).toBeGreaterThanOrEqual(5n * WAD - 1n)
  await choose(page, "Direction", "Wrap")
  await choose(page, "Pay with", "TIDE")
  await submit(page, "You wrap", "max", /^Approve and wrap/)
  await expect(panel(page).getByText(/^Wrapped/)).toBeVisible()
  expect(await tideOf(address)).toBe(0n)
  const shares = await sharesOf(address)
  expect(shares).toBeLessThanOrEqual(bought.args.wStasisReceived - WAD)
  await expect(page.getByTestId("gain")).toHaveText(/TIDE/)

  // Everything is locked, and a part of it pledged.
  await choose(page, "Action", "Lock")
  await submit(page, "You lock", "max", /^Lock \d/)
  await expect.poll(() => accountOf(address)).toMatchObject({ locked: shares })
  await choose(page, "Action", "Borrow")
  const usdb = await usdbOf(address)
  await panel(page).getByLabel("Days", { exact: true }).fill("10")
  await submit(page, "TIDE to pledge", "10", /^Borrow \d/)
  const card = page.getByTestId("loan-card")
  await expect(card).toHaveAttribute("data-status", "open")
  const { hubId, pledged } = await accountOf(address)
  expect(pledged).toBe(10n * WAD)
  const loan = await loanOf(vault, hubId)
  expect(await usdbOf(address)).toBe(usdb + loan.borrowedAmount)
  expect(loan.liquidationTime - loan.creationTime).toBe(10n * 86_400n)
  await expect(card.getByText("Debt to repay").locator("+ dd")).toHaveText(
    `${formatAmount(loan.fullAmount)} USDB`,
  )
  await expect.poll(() => vaultLoans(page)).toHaveLength(1)
  expect((await vaultLoans(page))[0]).toMatchObject({
    wallet: address.toLowerCase(),
    active: true,
    hubId: Number(hubId),
    collateralAmount: loan.collateralAmount,
    fullAmount: loan.fullAmount,
    borrowedAmount: loan.borrowedAmount,
    liquidationTime: Number(loan.liquidationTime),
  })

  // The shares behind the pledge stay locked.
  await choose(page, "Action", "Lock")
  await choose(page, "Direction", "Unlock")
  await panel(page).getByLabel("You unlock").fill(formatAmount(shares, 4).replaceAll(",", ""))
  await expect(panel(page).getByText(/stand behind your loan/)).toBeVisible()

  // The term ends, and somebody liquidates: the shares pay for the TIDE that is gone.
  await expireIn(vault, 0n, hubId)
  await expect(card).toHaveAttribute("data-status", "expired")
  await liquidate(await freshAccount(), vault, hubId)
  const charged = (await eventsOf(address)).find(
    ({ eventName }) => eventName === "LiquidationProcessed",
  )
  if (charged?.eventName !== "LiquidationProcessed") throw new Error("Nothing was charged")
  const left = shares - charged.args.wStasisBurned
  expect(await sharesOf(address)).toBe(left)
  expect(await accountOf(address)).toMatchObject({ locked: left, pledged: 0n })
  await settle(page, address)
  await expect.poll(async () => (await vaultLoans(page))[0]?.isLiquidated).toBe(true)

  // All that is left is unlocked and unwrapped.
  await expect(figures.getByText("Locked").locator("+ dd")).toHaveText(formatAmount(left))
  await submit(page, "You unlock", "max", /^Unlock \d/)
  await expect.poll(() => accountOf(address)).toMatchObject({ locked: 0n })
  await choose(page, "Action", "Wrap")
  await choose(page, "Direction", "Unwrap")
  await submit(page, "You unwrap", "max", /^Unwrap \d/)
  await expect(panel(page).getByText("You have no wTIDE")).toBeVisible()
  expect(await sharesOf(address)).toBe(0n)
  const sold = (await eventsOf(address)).at(-1)
  if (sold?.eventName !== "Sold") throw new Error("Nothing was unwrapped")
  expect(sold.args.wStasisSold).toBe(left)
  expect(await tideOf(address)).toBe(sold.args.stasisReceived)

  await expect.poll(async () => (await vaultEvents(page)).length).toBe(7)
  const [unwrap, unlock, lock] = await vaultEvents(page)
  expect([unwrap, unlock, lock]).toMatchObject([
    { action: "unwrap", amount: left, amountOut: sold.args.stasisReceived },
    { action: "unlock", amount: left },
    { action: "lock", amount: shares },
  ])
})

/** The keeper of the environment settles as well: whoever is first. */
async function settle(page: Page, owner: Address) {
  const button = panel(page).getByRole("button", { name: "Settle" })
  const isSettled = async () => !(await accountOf(owner)).hasLoan
  await expect
    .poll(async () => (await isSettled()) || (await button.isVisible().catch(() => false)))
    .toBe(true)
  if (!(await isSettled())) await button.click().catch(() => {})
  await expect.poll(isSettled).toBe(true)
  await expect(button).toBeHidden()
}

deepTest("invests what waits, and shows it on the page", async ({ page, wallet }) => {
  const { address } = wallet.account
  await claimUsdbFor(wallet)
  await rememberSession(page, wallet)
  await page.goto("/earn")
  // Two purchases: the tax of the second one reaches a vault with shares.
  await choose(page, "Pay with", "USDB")
  for (const amount of ["50", "40"]) {
    await submit(page, "You wrap", amount, new RegExp(`^Approve and wrap ${amount} USDB$`))
    await expect(panel(page).getByText(/^Wrapped/)).toBeVisible()
  }
  expect(await sharesOf(address)).toBeGreaterThan(0n)
  const yieldCard = page.locator("section", { has: page.getByRole("heading", { name: "Yield" }) })
  await yieldCard.getByRole("button", { name: "Invest now" }).click()
  await expect(yieldCard.getByText("Yield invested")).toBeVisible()
  await expect(yieldCard.getByRole("region", { name: "Last 7 days" })).toContainText("bought")
  await expect(yieldCard.getByText(/^Taxes of trades and loans:/).first()).toBeVisible()
  await expect(page.getByRole("group", { name: "Direction" })).toBeVisible()
})

deepTest("can be read without scripts, and fits a phone", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  await reader.goto(`${stack.url}/earn`)
  for (const title of ["Share price", "Yield", "Your position", "How it works"]) {
    await expect(reader.getByRole("heading", { name: title })).toBeVisible()
  }
  await expect(reader.getByText("16% of the tax of every trade")).toBeVisible()
  await context.close()

  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await phone.goto(`${stack.url}/earn`)
  await expect(phone.getByText("No wallet connected")).toBeVisible()
  expect(await horizontalOverflow(phone)).toBeLessThanOrEqual(0)
  await phone.close()
})

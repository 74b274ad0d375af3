import { WAD } from "@/lib/units"
import { allowanceOf, balanceOf, buy, claimUsdb, contracts, freshAccount } from "./helpers/chain"
import { deepTest, expect, test } from "./helpers/test"
import { approveAndBuy, openTicket, pay } from "./helpers/ticket"

test("sends once however often it is pressed, approves without limit when asked, and goes on to the next trade", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  const button = page.getByRole("button", { name: "Approve and buy CORAL" })
  await button.evaluate((element) => {
    for (let presses = 0; presses < 4; presses++)
      if (element instanceof HTMLElement) element.click()
  })
  await expect(page.getByText(/^Bought/)).toBeVisible()
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(2)
  expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(90n * WAD)
  expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  await page.locator("summary", { hasText: "Trade settings" }).click()
  await page.getByLabel("Approve unlimited USDB").check()
  await pay(page, "10")
  await approveAndBuy(page)
  const allowance = () => allowanceOf(contracts.usdb, wallet.account.address)
  await expect.poll(allowance).toBe(2n ** 256n - 1n)
  await expect.poll(() => balanceOf(contracts.usdb, wallet.account.address)).toBe(80n * WAD)
  const summary = page.getByTestId("trade-summary")
  await expect(summary.getByRole("link", { name: "View transaction" })).toHaveAttribute(
    "href",
    /^\/tx\/0x[0-9a-f]{64}$/,
  )
  await summary.getByRole("button", { name: "Sell" }).click()
  await expect(page.getByLabel("You sell")).toBeEnabled()
  await expect(summary).toBeHidden()
  const direction = page.getByRole("group", { name: "Direction" })
  await direction.getByRole("button", { name: "Buy" }).click()
  await pay(page, "10")
  // The quote that is shown is the one that is checked.
  const quotes: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/api/internal/quote")) quotes.push(request.method())
  })
  let quotesBeforeWallet = -1
  wallet.beforeSend = async () => {
    quotesBeforeWallet = quotes.length
  }
  await page.getByRole("button", { name: "Buy CORAL", exact: true }).click()
  await expect.poll(() => quotesBeforeWallet).toBe(0)
})

test("says that the price moved before anything is signed, and keeps an exact approval when the wallet declines the trade", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const token = await openTicket(page, wallet)
  const rivals = [await freshAccount(), await freshAccount()] as const
  for (const rival of rivals) await claimUsdb(rival)
  await pay(page, "10")
  const received = page.getByLabel("You receive")
  const before = await received.inputValue()
  await buy(rivals[0], token, 100n * WAD)
  // A ticket that stands there follows the price and asks nothing.
  await expect(received).not.toHaveValue(before)
  await expect(page.getByText(/^Price moved/)).toBeHidden()
  // What has just come was not read.
  await page.waitForTimeout(1_500)
  await buy(rivals[1], token, 100n * WAD)
  await approveAndBuy(page)
  await expect(page.getByText(/^Price moved/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Approve and buy CORAL" })).toBeDisabled()
  expect(wallet.requests).not.toContain("eth_sendTransaction")
  await page.getByRole("button", { name: "Accept new price" }).click()
  await approveAndBuy(page)
  await expect(page.getByText(/^Bought/)).toBeVisible()
  // The same again, with the wallet declining first the approval and then the trade.
  const held = await balanceOf(token, wallet.account.address)
  await pay(page, "10")
  wallet.decline("eth_sendTransaction")
  await approveAndBuy(page)
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  expect(await allowanceOf(contracts.usdb, wallet.account.address)).toBe(0n)
  expect(await balanceOf(token, wallet.account.address)).toBe(held)
  wallet.beforeSend = async () => wallet.decline("eth_sendTransaction")
  await approveAndBuy(page)
  await expect.poll(() => allowanceOf(contracts.usdb, wallet.account.address)).toBe(10n * WAD)
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  wallet.beforeSend = null
  await page.getByRole("button", { name: "Buy CORAL" }).click()
  await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(held)
})

deepTest(
  "explains a trade that the chain reverts because the price moved, and finds the next one before the wallet is asked",
  async ({ page, wallet }) => {
    const token = await openTicket(page, wallet)
    const rival = await freshAccount()
    await claimUsdb(rival)
    await pay(page, "10")
    let sent = 0
    wallet.beforeSend = async () => {
      sent += 1
      // The approval passes; before the trade somebody else buys.
      if (sent === 2) await buy(rival, token, 100n * WAD)
    }
    await approveAndBuy(page)
    await expect(page.getByText("The price moved beyond your slippage tolerance.")).toBeVisible()
    await expect(page.getByText("Code InsufficientOutput")).toBeVisible()
    expect(await balanceOf(token, wallet.account.address)).toBe(0n)
    // What is approved by now is too little for this one: somebody else buys right after its approval.
    const another = await freshAccount()
    await claimUsdb(another)
    await pay(page, "20")
    sent = 0
    wallet.beforeSend = async () => {
      sent += 1
      await buy(another, token, 100n * WAD)
    }
    await approveAndBuy(page)
    await expect(page.getByText("Code InsufficientOutput")).toBeVisible()
    expect(sent).toBe(1)
    expect(await balanceOf(token, wallet.account.address)).toBe(0n)
  },
)

import { formatAmount } from "@/lib/format"
import { WAD } from "@/lib/units"
import { balanceOf, buy, contracts } from "./helpers/chain"
import { disconnectNode, hideTransactions } from "./helpers/node-outage"
import { deepTest, expect, test } from "./helpers/test"
import { approveAndBuy, isSent, openTicket, pay, prepareSale } from "./helpers/ticket"

deepTest(
  "says that the chain cannot be reached, and trades when it can again",
  async ({ page, wallet, expectedNoise }) => {
    expectedNoise.push(/ERR_CONNECTION_REFUSED/)
    const token = await openTicket(page, wallet)
    await pay(page, "10")
    const restore = await disconnectNode(page)
    await approveAndBuy(page)
    // Before it fails it is tried again: a chain that is back by then gets the trade.
    await expect(page.getByText("Approve: failed")).toBeVisible()
    await expect(page.getByText("The chain cannot be reached.").first()).toBeVisible()
    expect(wallet.requests).not.toContain("eth_sendTransaction")
    restore()
    await approveAndBuy(page)
    await expect(page.getByText(/^Bought/)).toBeVisible()
    expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  },
)

test("waits through an outage of the node after sending", { tag: "@long" }, async ({
  page,
  wallet,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_CONNECTION_REFUSED/)
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  let restore = () => {}
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    if (sent === 2) restore = await disconnectNode(page)
  }
  await approveAndBuy(page)
  await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  await isSent(page)
  restore()
  await expect(page.getByText(/^Bought/)).toBeVisible()
})

deepTest(
  "goes on with a sent trade after a reload, and in a second tab",
  async ({ page, wallet, context }) => {
    const token = await openTicket(page, wallet)
    await pay(page, "10")
    let see = async () => {}
    let sent = 0
    wallet.beforeSend = async () => {
      sent += 1
      // The approval passes; of the trade the page's node knows nothing yet.
      if (sent === 2) see = await hideTransactions(context)
    }
    await approveAndBuy(page)
    await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
    await isSent(page)
    await page.reload()
    const second = await context.newPage()
    await second.goto(`/tokens/${token}`)
    for (const tab of [page, second]) {
      await isSent(tab)
      await expect(tab.getByLabel("You pay")).toBeDisabled()
    }

    await see()
    const bought = formatAmount(await balanceOf(token, wallet.account.address))
    for (const tab of [page, second]) {
      await expect(tab.getByText(`Bought ${bought} CORAL`)).toBeVisible()
    }
    expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(90n * WAD)
    await page.reload()
    await expect(page.getByText("Balance 90")).toBeVisible()
    await expect(page.getByTestId("trade-summary")).toBeHidden()
  },
)

deepTest(
  "follows a sent sale after a reload on its own side",
  async ({ page, wallet, context }) => {
    const token = await openTicket(page, wallet)
    await buy(wallet.account, token, 10n * WAD)
    await page.getByRole("button", { name: "Sell", exact: true }).click()
    await expect(page.getByRole("button", { name: "Use all CORAL" })).toBeEnabled()
    await prepareSale(page)
    let see = async () => {}
    let sent = 0
    wallet.beforeSend = async () => {
      sent += 1
      if (sent === 2) see = await hideTransactions(context)
    }
    await page.getByRole("button", { name: "Approve and sell CORAL" }).click()
    await expect.poll(() => balanceOf(token, wallet.account.address)).toBe(0n)
    await isSent(page)
    await page.reload()
    await isSent(page)
    await expect(page.getByLabel("You sell")).toBeDisabled()
    await see()
    await expect(page.getByText(/^Sold for/)).toBeVisible()
    expect(await balanceOf(token, wallet.account.address)).toBe(0n)
  },
)

deepTest(
  "calls a trade final that the index cannot take yet",
  async ({ page, wallet, expectedNoise }) => {
    expectedNoise.push(/\/api\/v1\/sync\)$/)
    const token = await openTicket(page, wallet)
    await page.route("**/api/v1/sync", (route) =>
      route.fulfill({
        status: 400,
        json: { error: "No", code: "INVALID_TX_HASH", requestId: "x" },
      }),
    )
    await pay(page, "10")
    await approveAndBuy(page)
    await expect(page.getByText("Not indexed yet: lists will show the trade shortly")).toBeVisible()
    expect(await balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  },
)

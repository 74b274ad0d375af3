import { parseEther } from "viem"
import { freshAccount } from "./helpers/chain"
import {
  buyShares,
  createMarket,
  createPrivateMarket,
  fundForMarkets,
  listShares,
} from "./helpers/markets"
import { connect, deepTest, expect, test } from "./helpers/test"

test("the creator of a private market admits and dismisses who votes and buys", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const [voter, buyer] = [await freshAccount(), await freshAccount()]
  for (const account of [wallet.account, buyer]) await fundForMarkets(account)
  const market = await createPrivateMarket(wallet.account, { isEvent: true, seed: "10" })
  await page.goto(`/markets/${market.token}`)
  const list = (title: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: title }) }).last()
  await connect(page, wallet)

  await page.getByLabel("Voter").fill(voter.address)
  await page.getByRole("button", { name: "Add voter" }).click()
  await expect(page.getByRole("heading", { name: "Voters 2" })).toBeVisible()
  await expect(page.getByLabel("Voter")).toHaveValue("")
  await page.getByLabel("Voter").fill(voter.address)
  await page.getByRole("button", { name: "Remove voter" }).click()
  await expect(page.getByRole("heading", { name: "Voters 1" })).toBeVisible()

  await page.getByLabel("Buyers").fill(`${voter.address}\n${buyer.address}`)
  await page.getByRole("button", { name: "Add 2 buyers" }).click()
  await expect(page.getByRole("heading", { name: "Buyers 3" })).toBeVisible()
  await expect(list("Buyers 3").getByRole("listitem")).toHaveCount(3)
  await buyShares(buyer, market, 0, "10")
  await expect(page.getByLabel("Buyers")).toHaveValue("")
  await page.getByLabel("Buyers").fill(buyer.address)
  await page.getByRole("button", { name: "Remove 1 buyer" }).click()
  await expect(page.getByRole("heading", { name: "Buyers 2" })).toBeVisible()
  await expect(buyShares(buyer, market, 0, "10")).rejects.toThrow(/reverted/)
})

deepTest(
  "a seller takes all orders back, of one market and of all",
  async ({ page, wallet, browser, baseURL }) => {
    const { account } = wallet
    await fundForMarkets(account)
    const [first, second] = [await createMarket(account), await createMarket(account)]
    for (const market of [first, second]) {
      await buyShares(account, market, 0, "30")
      for (const price of ["0.6", "0.7"])
        await listShares(account, market, 0, parseEther("5"), price)
    }
    await page.goto(`/markets/${first.token}?outcome=0`)
    await connect(page, wallet)
    await page.getByRole("button", { name: "Cancel all 2 orders" }).click()
    await expect(page.getByText("2 of 2 orders cancelled")).toBeVisible()
    await expect(page.getByText("5 at 0.6", { exact: false })).toBeHidden()

    await listShares(account, first, 0, parseEther("2"), "0.9")
    const portfolio = `/portfolio/${account.address.toLowerCase()}?tab=markets`
    const visitor = await browser.newPage(baseURL ? { baseURL } : {})
    await visitor.goto(portfolio)
    await expect(visitor.getByRole("columnheader", { name: "Price", exact: true })).toBeVisible()
    await expect(visitor.getByRole("columnheader", { name: "Cancel" })).toBeHidden()
    await visitor.close()
    await page.goto(portfolio)
    await expect(page.getByRole("columnheader", { name: "Cancel" })).toBeVisible()
    await page.getByRole("button", { name: "Cancel all 3 orders" }).click()
    await expect(page.getByText("3 of 3 orders cancelled")).toBeVisible()
    await expect(page.getByRole("table", { name: "Open orders" })).toBeHidden()
  },
)

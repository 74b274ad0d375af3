import { parseEther } from "viem"
import { shortAddress } from "@/lib/format"
import { buy, claim, freshAccount } from "./helpers/chain"
import { listToken, overhang, uniqueWord } from "./helpers/listing"
import { connect, expect, test, withUsdb } from "./helpers/test"

test("leads the connected wallet to what it holds", async ({ page, wallet, account }) => {
  const symbol = uniqueWord()
  const token = await listToken(account, { symbol })
  await withUsdb(wallet)
  await buy(account, token, parseEther("40"))
  await page.goto("/portfolio")
  await connect(page, wallet)
  await expect(page).toHaveURL(`/portfolio/${account.address.toLowerCase()}`)
  await expect(page.getByText("Your wallet")).toBeVisible()
  const holding = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: symbol }) })
  await expect(holding.first()).toContainText("$")
  const usdb = page.locator("dt", { hasText: "USDB" }).locator("+ dd")
  // 40 of the daily 100 were paid; a little of the tax came back to the creator.
  await expect(usdb).toHaveText(/^\$60\.\d\d$/)
})

test("shows any wallet by its address, and follows its trades", async ({ page }) => {
  const trader = await freshAccount()
  const symbol = uniqueWord()
  const token = await listToken(trader, { symbol })
  await page.goto("/portfolio")
  await page.getByLabel("Address").fill(trader.address)
  await page.getByRole("button", { name: "Show what it holds" }).click()
  await expect(page).toHaveURL(`/portfolio/${trader.address.toLowerCase()}`)
  await expect(page).toHaveTitle(
    `Portfolio of ${shortAddress(trader.address.toLowerCase())} · Atoll`,
  )
  await expect(page.getByText("This wallet holds no tokens")).toBeVisible()
  await expect(page.getByText("Your wallet")).toBeHidden()

  await claim(trader)
  await buy(trader, token, parseEther("5"))
  await expect(page.getByRole("link", { name: symbol }).first()).toBeVisible()
  await expect(page.getByText("This wallet holds no tokens")).toBeHidden()
})

test("says what an address looks like when it is given something else", async ({ page }) => {
  await page.goto("/portfolio")
  await page.getByLabel("Address").fill("vitalik")
  await page.getByRole("button", { name: "Show what it holds" }).click()
  await expect(page.getByText("An address is 0x followed by 40 digits")).toBeVisible()
  await expect(page.getByLabel("Address")).toHaveValue("vitalik")
})

test("has no sideways scroll on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/portfolio/0x${"1".repeat(40)}`)
  await expect(page.getByText("No trades yet")).toBeVisible()
  expect(await overhang(page)).toBeLessThanOrEqual(0)
})

test.describe("something that is no address", () => {
  test.use({ expectedNoise: [/404 \(Not Found\)/] })

  test("is not found", async ({ page }) => {
    const response = await page.goto("/portfolio/vitalik")
    expect(response?.status()).toBe(404)
  })
})

import { parseEther } from "viem"
import { shortenAddress } from "@/lib/format"
import { buy, claimUsdb, freshAccount, launchToken } from "./helpers/chain"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { connect, deepTest, expect, test } from "./helpers/test"

test("tells what a creator has launched, holds and trades", async ({ page }) => {
  const creator = await freshAccount()
  const wallet = creator.address.toLowerCase()
  const symbol = uniqueWord()
  const token = await launchToken(creator, { symbol })
  await claimUsdb(creator)
  await buy(creator, token, parseEther("10"))
  await page.goto(`/wallets/${wallet}`)
  await expect(page.getByRole("heading", { level: 1 })).toContainText(shortenAddress(wallet))
  const row = page.getByRole("table", { name: "Tokens created" }).getByRole("row")
  await expect(row.filter({ hasText: symbol })).toContainText("established")

  await page.getByRole("link", { name: /^Trades/ }).click()
  await expect(page).toHaveURL(`/wallets/${wallet}?tab=trades`)
  await expect(page.getByRole("listitem").filter({ hasText: symbol })).toContainText("Buy")
  await page.goBack()
  await expect(row.filter({ hasText: symbol })).toBeVisible()
})

deepTest(
  "is an honest empty page for a wallet nobody has seen, and marks one's own",
  async ({ page, wallet, account }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const response = await page.goto(`/wallets/${account.address.toLowerCase()}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByText("No activity on Atoll yet")).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    await expect(page.getByText("Your wallet")).toBeHidden()
    await connect(page, wallet)
    await expect(page.getByText("Your wallet")).toBeVisible()
  },
)

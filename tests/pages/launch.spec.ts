import type { Page } from "@playwright/test"
import { freshAccount, isListed, launchToken, multiplierOf } from "./helpers/chain"
import { connect, expect, test } from "./helpers/test"

async function fill(page: Page, { symbol, name }: { symbol: string; name: string }) {
  await page.getByLabel("Symbol").fill(symbol)
  await page.getByLabel("Name", { exact: true }).fill(name)
}

test("launches a token, previews it meanwhile, and goes to its page", async ({ page, wallet }) => {
  await page.goto("/launch")
  await connect(page, wallet)
  const name = `Manta ${wallet.account.address.slice(2, 10)}`
  await fill(page, { symbol: "MANTA", name })
  await page.getByLabel("Multiplier").fill("20")
  await expect(page.getByText("Floor+ 20")).toBeVisible()
  await page.getByRole("button", { name: "Launch token" }).click()
  await page.waitForURL(/\/tokens\/0x[0-9a-f]{40}$/)
  await expect(page.getByRole("heading", { name: /MANTA|Manta/ }).first()).toBeVisible()
  const token = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  expect(await isListed(`0x${token.slice(2)}`)).toBe(true)
  expect(await multiplierOf(`0x${token.slice(2)}`)).toBe(20n)
})

test("says what the factory would refuse, and asks no wallet", async ({ page, wallet }) => {
  await page.goto("/launch")
  await connect(page, wallet)
  await fill(page, { symbol: "A B", name: "x".repeat(129) })
  await page.getByLabel("Start liquidity").fill("99")
  await page.getByLabel("Start frozen").check()
  await page.getByRole("button", { name: "Launch token" }).click()
  for (const complaint of [
    "A symbol has no spaces.",
    "At most 128 bytes.",
    "Whole dollars from 100 to 10,000.",
    "A frozen token needs a reward phase of at least 1 USDB.",
  ]) {
    await expect(page.getByText(complaint)).toBeVisible()
  }
  expect(wallet.requests).not.toContain("eth_sendTransaction")
})

test("warns of a token that is already called so", async ({ page }) => {
  const account = await freshAccount()
  const symbol = `S${account.address.slice(2, 8)}`
  await launchToken(account, { symbol })
  await page.goto("/launch")
  await fill(page, { symbol: symbol.toLowerCase(), name: "Something else" })
  await expect(page.getByText("This name is already in use")).toBeVisible()
  await expect(page.getByRole("link", { name: new RegExp(symbol) })).toBeVisible()
})

test("launches nothing when the wallet declines", async ({ page, wallet }) => {
  await page.goto("/launch")
  await connect(page, wallet)
  await fill(page, { symbol: "NOPE", name: "Declined" })
  wallet.decline("eth_sendTransaction")
  await page.getByRole("button", { name: "Launch token" }).click()
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  await expect(page).toHaveURL(/\/launch/)
})

import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { freshAccount } from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { deepTest, expect, rememberWallet, test } from "./helpers/test"
import type { TestWallet } from "./helpers/wallet"

async function signedIn(page: Page, wallet: TestWallet) {
  await rememberSession(page, wallet)
  await page.goto("/account")
  await expect(page.getByRole("button", { name: "Create API key" })).toBeVisible()
}

async function createKey(page: Page, label: string) {
  await page.getByLabel("Label").fill(label)
  await page.getByRole("button", { name: "Create API key" }).click()
  return (await page.getByTestId("plain-key").textContent()) ?? ""
}

test("creates a key that was begun before the sign-in, copies it, shows it once, and revokes it after a question", {
  tag: "@long",
}, async ({ page, wallet, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await rememberWallet(page, wallet)
  await page.goto("/account")
  await page.getByLabel("Label").fill("my bot")
  await page.getByRole("button", { name: "Sign in and create API key" }).click()
  const key = (await page.getByTestId("plain-key").textContent()) ?? ""
  expect(key).toMatch(/^atoll_[0-9a-f]{64}$/)
  await page.getByRole("button", { name: "Copy key" }).click()
  await expect(page.getByText("Copied")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const read = () => page.request.get("/api/v1/tokens", { headers: { "x-api-key": key } })
  expect((await read()).status()).toBe(200)

  await page.reload()
  await expect(page.getByText(`atoll_****${key.slice(-4)}`)).toBeVisible()
  await expect(page.getByText("my bot")).toBeVisible()
  await expect(page.getByTestId("plain-key")).toBeHidden()
  // There is no second one.
  await expect(page.getByRole("button", { name: "Create API key" })).toBeHidden()

  await page.getByRole("button", { name: "Revoke key" }).click()
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Revoke key" }).click()
  await page.getByRole("button", { name: "Revoke permanently" }).click()
  await expect(page.getByRole("button", { name: "Create API key" })).toBeVisible()
  expect((await read()).status()).toBe(401)
})

deepTest(
  "notices an expired session and goes on after signing in again",
  async ({ page, wallet, context, expectedNoise }) => {
    expectedNoise.push(/401 \(Unauthorized\)/)
    await signedIn(page, wallet)
    await context.clearCookies()
    await page.getByRole("button", { name: "Create API key" }).click()
    await expect(page.getByText("Your session has expired")).toBeVisible()
    await page.getByRole("button", { name: "Sign in with this wallet" }).click()
    await expect(page.getByText("Your session has expired")).toBeHidden()
    await expect(page.getByTestId("plain-key")).toHaveText(/^atoll_/)
  },
)

deepTest(
  "copies a referral link, keeps the first one that is opened, and names it at the claim",
  async ({ page, wallet, account, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await signedIn(page, wallet)
    const referrals = page.locator("#referrals")
    await expect(referrals.getByText("Layer 1", { exact: true })).toBeVisible()
    await referrals.getByRole("button", { name: "Show QR code" }).click()
    await expect(referrals.getByRole("img", { name: /^QR code of / })).toBeVisible()
    await referrals.getByRole("button", { name: "Copy referral link" }).click()
    await expect(referrals.getByText("Copied")).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).searchParams.get("ref")).toBe(account.address.toLowerCase())
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)

    // In another browser, without a wallet: over navigation, reloads, and links of others.
    const visitor = await (await context.browser()?.newContext())?.newPage()
    if (!visitor) throw new Error("No browser")
    const other = await freshAccount()
    await visitor.goto(new URL(link).pathname + new URL(link).search)
    await expect
      .poll(() => visitor.evaluate(() => localStorage.getItem("atoll.referrer")))
      .toBe(account.address.toLowerCase())
    await visitor.goto(`/markets?ref=${other.address}`)
    await visitor.goto("/faucet")
    const short = `${account.address.slice(0, 6)}`.toLowerCase()
    await expect(visitor.getByText(/You were referred by/)).toContainText(short)
    await visitor.context().close()
  },
)

deepTest(
  "exports the wallet's data and deletes it after the word is typed",
  async ({ page, wallet, account }) => {
    await signedIn(page, wallet)
    const key = await createKey(page, "to be deleted")
    const data = page.locator("#data")
    const download = page.waitForEvent("download")
    await data.getByRole("button", { name: "Export your data" }).click()
    const file = JSON.parse(await readFile(await (await download).path(), "utf8"))
    expect(file.wallet).toBe(account.address.toLowerCase())
    expect(file.tables.api_key).toMatchObject([{ label: "to be deleted" }])
    expect(JSON.stringify(file)).not.toContain(key)

    await data.getByRole("button", { name: "Delete your data" }).click()
    const remove = data.getByRole("button", { name: "Delete permanently" })
    await expect(remove).toBeDisabled()
    await data.getByLabel("Type delete to confirm").fill("delete")
    await remove.click()
    await expect(data.getByText(/^Data of 0x.* deleted$/)).toBeVisible()
    await expect(page.getByText("No wallet signed in")).toBeVisible()
    const answer = await page.request.get("/api/v1/tokens", { headers: { "x-api-key": key } })
    expect(answer.status()).toBe(401)
  },
)

deepTest(
  "shows the leaderboard with the own row in sight, finds wallets and turns pages",
  async ({ page, wallet }) => {
    const moved = await page.request.get("/settings", { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([308, "/account"])
    await rememberWallet(page, wallet)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/leaderboard")
    const own = page.getByRole("complementary", { name: "Your rank" })
    await expect(own.getByText("You have no rank yet")).toBeInViewport()
    await own.getByText("What moves you up").first().click()
    await expect(own.getByText("Buy tokens")).toBeVisible()
    const rows = page.getByRole("row")
    expect(await rows.count()).toBeGreaterThan(2)
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)

    const first = rows.nth(1).getByRole("link").first()
    const address = (await first.getAttribute("title")) ?? ""
    await page.getByRole("searchbox", { name: "Name or address" }).fill(address.slice(0, 12))
    await page.getByRole("searchbox", { name: "Name or address" }).press("Enter")
    await expect(page.getByRole("row").nth(1).getByRole("link").first()).toHaveAttribute(
      "title",
      address,
    )
    await page.goto("/leaderboard?page=9999")
    await expect(page.getByText("This page is past the end")).toBeVisible()
    await page.goto("/leaderboard?error=wallet_already_linked")
    await expect(page.getByText("The X account was not linked")).toBeVisible()
  },
)

import type { Page } from "@playwright/test"
import { rememberSession } from "./helpers/session"
import { expect, signIn, test } from "./helpers/test"
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

test("creates a key, copies it, shows it once, and revokes it after a question", async ({
  page,
  wallet,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await signedIn(page, wallet)
  const key = await createKey(page, "my bot")
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

test("notices an expired session and goes on after signing in again", async ({
  page,
  wallet,
  context,
  expectedNoise,
}) => {
  expectedNoise.push(/401 \(Unauthorized\)/)
  await signedIn(page, wallet)
  await context.clearCookies()
  await page.getByRole("button", { name: "Create API key" }).click()
  await expect(page.getByText("Your session has expired")).toBeVisible()
  await signIn(page)
  await expect(page.getByText("Your session has expired")).toBeHidden()
  expect(await createKey(page, "after")).toMatch(/^atoll_/)
})

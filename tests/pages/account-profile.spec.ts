import type { Page } from "@playwright/test"
import sharp from "sharp"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { deepTest, expect, test, walletButton } from "./helpers/test"
import type { TestWallet } from "./helpers/wallet"

const PATIENCE = { timeout: 20_000 }

async function signedIn(page: Page, wallet: TestWallet) {
  await rememberSession(page, wallet)
  await page.goto("/account")
  await expect(page.getByLabel("Username")).toBeVisible(PATIENCE)
}

const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: "#e66" } })
    .png()
    .toBuffer()

/** A name nobody else has. */
const nameOf = (address: string) => `reef_${address.slice(2, 12).toLowerCase()}`

test("names oneself, with a picture and accounts that others see", { tag: "@long" }, async ({
  page,
  wallet,
  account,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signedIn(page, wallet)
  const address = account.address.toLowerCase()
  const username = nameOf(address)
  await page.getByLabel("Username").fill("no")
  await expect(page.getByText("Use 3 to 20 letters, digits or underscores.")).toBeVisible()
  await page.getByLabel("Username").fill(username)
  const save = page.getByRole("button", { name: "Save username" })
  await save.click()
  await expect(save).toBeDisabled(PATIENCE)
  await expect(walletButton(page, account)).toContainText(username, PATIENCE)

  const buffer = await picture()
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/api/images", async (route) => {
    await isReleased
    await route.continue()
  })
  await page.getByRole("button", { name: "Use picture" }).click()
  const shownPicture = page.getByAltText("Preview")
  await expect(shownPicture).toHaveAttribute("src", /^data:image\//, PATIENCE)
  const chooser = page.getByRole("button", { name: "Choose another" })
  await expect(chooser).toHaveAttribute("aria-busy", "true")
  release()
  await expect(shownPicture).toHaveAttribute("src", /^\/ipfs\//, PATIENCE)
  await expect(chooser).not.toHaveAttribute("aria-busy")

  await page.getByLabel("Telegram", { exact: true }).fill("https://t.me/reef_walker")
  await page.getByRole("button", { name: "Add Telegram" }).click()
  const shown = page.getByRole("switch", { name: "Show Telegram on my profile" })
  await expect(shown).not.toBeChecked(PATIENCE)
  await shown.click()
  await expect(shown).toBeChecked(PATIENCE)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)

  await page.goto(`/wallets/${address}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(username)
  await expect(page.getByRole("link", { name: /^reef_walker/ })).toHaveAttribute(
    "href",
    "https://t.me/reef_walker",
  )
  await expect(page.getByRole("img", { name: "Tier Plankton" })).toBeVisible()
  const portrait = page.locator("#content header img[src^='/ipfs/']")
  await expect
    .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth), PATIENCE)
    .toBe(512)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})

deepTest(
  "refuses a name that is taken, and keeps what was there",
  async ({ page, wallet, expectedNoise }) => {
    expectedNoise.push(/409 \(Conflict\)/)
    await signedIn(page, wallet)
    await page.getByLabel("Username").fill("Atoll")
    await page.getByRole("button", { name: "Save username" }).click()
    await expect(page.getByText("This username is taken or reserved.")).toBeVisible(PATIENCE)
    await page.reload()
    await expect(page.getByLabel("Username")).toHaveValue("", PATIENCE)
  },
)

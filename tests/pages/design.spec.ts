import { expect, test } from "./helpers/test"

test("look and slippage are chosen in the settings, at once and for good", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/account")
  const root = page.locator("html")
  const water = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: "light" })
  const light = await water()
  await page.getByRole("button", { name: "Dark" }).click()
  await expect(root).toHaveAttribute("data-theme", "dark")
  expect(await water()).not.toBe(light)
  await page.getByRole("button", { name: "Blue and orange" }).click()
  await expect(root).toHaveAttribute("data-palette", "clear")

  await page.getByRole("button", { name: "System", exact: true }).click()
  await expect(root).not.toHaveAttribute("data-theme")

  const field = page.getByLabel("Default slippage")
  await field.fill("2.5")
  await expect(page.getByText("Saved in this browser.")).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue("2.5")
  await field.fill("80")
  await expect(page.getByText("Enter 0 to 50%")).toBeVisible()
})

test("the components answer to the keyboard", { tag: "@long" }, async ({ page }) => {
  await page.goto("/dev/components")
  await page.getByRole("button", { name: "Open a dialog" }).click()
  await expect(page.getByRole("dialog", { name: "A dialog" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page.getByRole("button", { name: "Open a dialog" })).toBeFocused()

  await page.getByRole("button", { name: "Show a toast" }).click()
  await expect(page.getByText("Bought 12.5 KELP").first()).toBeVisible()
  await page.getByRole("slider", { name: "Part" }).press("ArrowRight")
  await expect(page.getByRole("slider", { name: "Part" })).toHaveAttribute("aria-valuenow", "41")
  await page.getByRole("tab", { name: "Trades" }).press("ArrowRight")
  await expect(page.getByText("Holders are here.")).toBeVisible()
})

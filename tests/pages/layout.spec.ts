import { expect, test } from "./helpers/test"

const PAGES = ["/launch", "/faucet", "/settings"]

test("says how far the index has read", async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block [\d,]+$/)
  }
})

test("shows a missing page once, without reading it again", async ({ page, expectedNoise }) => {
  expectedNoise.push(/404 \(Not Found\)/)
  let loads = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/nowhere") loads += 1
  })
  await page.goto("/nowhere")
  await expect(page.getByText("Nothing lives at this address")).toBeVisible()
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block/)
  expect(loads).toBe(1)
})

test("fits a narrow phone without scrolling sideways", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of PAGES) {
    await page.goto(path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(360)
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible()
  }
})

test("lets the keyboard skip the navigation", async ({ page }) => {
  await page.goto("/faucet")
  await page.keyboard.press("Tab")
  const skip = page.getByRole("link", { name: "Skip to the content" })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
})

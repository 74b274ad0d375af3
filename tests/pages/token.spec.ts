import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { buy, contracts, freshAccount } from "./helpers/chain"
import { listToken, overhang, uniqueWord } from "./helpers/listing"
import { expect, test, withUsdb } from "./helpers/test"

const chart = (page: Page) => page.getByTestId("chart")

/** The colours the chart is drawn in. */
function colours(page: Page) {
  return chart(page)
    .locator("canvas")
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return []
      const image = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height)
      return [...new Set(new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0)))].sort()
    })
}

test("draws the price and tells it as a sentence and as a table", async ({
  page,
  account,
  wallet,
}) => {
  const symbol = uniqueWord()
  const token = await listToken(account, { symbol })
  await withUsdb(wallet)
  await buy(account, token, parseEther("50"))
  await page.goto(`/tokens/${token}`)
  await expect(page).toHaveTitle(new RegExp(`^${symbol} at \\$`))
  await expect(chart(page).locator("canvas").first()).toBeVisible()
  await expect.poll(async () => (await colours(page)).length).toBeGreaterThan(3)
  await expect(page.locator("figcaption")).toContainText(/the price rose by .* TIDE/)
  await expect(chart(page).getByRole("link", { name: /TradingView/ })).toBeVisible()

  await page.getByText("Show as a table").click()
  const table = page.getByRole("table", { name: "Prices in TIDE" })
  await expect(table.getByRole("columnheader")).toHaveText([
    "Start",
    "Open",
    "High",
    "Low",
    "Close",
  ])
  await expect(table.getByRole("row")).toHaveCount(2)
})

test("switches the interval in the URL", async ({ page }) => {
  await page.goto(`/tokens/${contracts.mainToken}`)
  const intervals = page.getByRole("navigation", { name: "Length of a candle" })
  for (const interval of ["1m", "5m", "15m", "4h", "1d"]) {
    await intervals.getByRole("link", { name: interval, exact: true }).click()
    await expect(page).toHaveURL(`/tokens/${contracts.mainToken}?interval=${interval}`)
    await expect(intervals.locator("[aria-current]")).toHaveText(interval)
    await expect(chart(page).locator("canvas").first()).toBeVisible()
  }
  await intervals.getByRole("link", { name: "1h", exact: true }).click()
  await expect(page).toHaveURL(`/tokens/${contracts.mainToken}`)
})

test("the chart follows the colour scheme", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto(`/tokens/${contracts.mainToken}`)
  await expect.poll(async () => (await colours(page)).length).toBeGreaterThan(3)
  const light = await colours(page)
  await page.emulateMedia({ colorScheme: "dark" })
  await expect.poll(() => colours(page)).not.toEqual(light)
})

test("shows trades, holders and the facts of the contracts", async ({ page, account, wallet }) => {
  const token = await listToken(account, { symbol: uniqueWord() })
  await withUsdb(wallet)
  await page.goto(`/tokens/${token}`)
  await expect(page.getByText("No trades yet")).toBeVisible()
  await expect(page.getByText("Nobody holds it yet")).toBeVisible()
  const fact = (name: string) => page.locator("dt", { hasText: name }).locator("+ dd")
  await expect(fact("Floor price")).toHaveText(/^\$/)
  await expect(fact("Tax on a trade")).toHaveText("1.5%")
  await expect(fact("Who may buy")).toHaveText("everybody")

  await buy(account, token, parseEther("10"))
  await expect(page.getByText("It holds 100% of the supply.")).toBeVisible()
  await expect(page.getByText("Creator", { exact: true })).toBeVisible()
  await page.getByRole("link", { name: "Sells" }).click()
  await expect(page).toHaveURL(`/tokens/${token}?type=sell`)
  await expect(page.getByText("No trades yet")).toBeVisible()
})

test("has no sideways scroll on a phone, and a way to the ticket", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/tokens/${contracts.mainToken}`)
  await expect(chart(page).locator("canvas").first()).toBeVisible()
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  await page.getByRole("link", { name: "Trade", exact: true }).click()
  await expect(page.getByRole("heading", { name: "Trade TIDE" })).toBeInViewport()
})

test("stands in two balanced columns on a desktop, the ticket in sight beside the chart", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/tokens/${contracts.mainToken}`)
  const box = async (name: string) => {
    const card = page.locator("section", { has: page.getByRole("heading", { name, exact: true }) })
    const found = await card.boundingBox()
    if (!found) throw new Error(`${name} is not on the page`)
    return found
  }
  await expect(page.getByRole("heading", { name: "Trade TIDE" })).toBeInViewport()
  const [ticket, facts] = [await box("Trade TIDE"), await box("Facts")]
  const [trades, holders] = [await box("Trades"), await box("Holders")]
  expect(holders.x).toBe(ticket.x)
  expect(holders.y).toBeGreaterThanOrEqual(ticket.y + ticket.height)
  expect(trades.x).toBe(facts.x)
  expect(Math.abs(trades.y - holders.y)).toBeLessThanOrEqual(1)
  await page.mouse.wheel(0, 150)
  await expect.poll(async () => (await box("Trade TIDE")).y).toBeGreaterThanOrEqual(64)
})

test.describe("an unknown token", () => {
  test.use({ expectedNoise: [/404 \(Not Found\)/] })

  for (const address of [`0x${"0".repeat(39)}1`, "0x123", "tide"]) {
    test(`is not found: ${address}`, async ({ page }) => {
      const response = await page.goto(`/tokens/${address}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByText("No token has this address")).toBeVisible()
    })
  }
})

test("an address in capital letters is the same token", async ({ page }) => {
  const token = await listToken(await freshAccount(), { symbol: uniqueWord() })
  const response = await page.goto(`/tokens/0x${token.slice(2).toUpperCase()}`)
  expect(response?.status()).toBe(200)
  await expect(page.getByTestId("price")).toHaveText("$1.00")
})

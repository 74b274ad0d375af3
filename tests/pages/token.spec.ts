import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { isDeep } from "@/tests/helpers/deep"
import { buy, claimUsdb, contracts, freshAccount, launchToken } from "./helpers/chain"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { claimUsdbFor, connect, deepTest, expect, test } from "./helpers/test"

const chart = (page: Page) => page.getByTestId("chart")
const canvas = (page: Page) => chart(page).locator("canvas").first()

const section = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) })

/** What the chart shows, as one value. */
const picture = (page: Page) =>
  canvas(page).evaluate((element) =>
    element instanceof HTMLCanvasElement ? element.toDataURL() : "",
  )

/** The colours the chart is drawn in. */
function colours(page: Page) {
  return canvas(page).evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return []
    const image = element.getContext("2d")?.getImageData(0, 0, element.width, element.height)
    return [...new Set(new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0)))].sort()
  })
}

test("draws the price and tells it as a sentence and as a table", async ({
  page,
  account,
  wallet,
}) => {
  const symbol = uniqueWord()
  const token = await launchToken(account, { symbol })
  await claimUsdbFor(wallet)
  await buy(account, token, parseEther("50"))
  await page.goto(`/tokens/${token}`)
  await expect(page).toHaveTitle(new RegExp(`^${symbol} at \\$`))
  await expect(canvas(page)).toBeVisible()
  await expect.poll(async () => (await colours(page)).length).toBeGreaterThan(3)
  await expect(page.locator("figcaption")).toContainText(/the price rose by .* TIDE/)
  await expect(page.locator("figcaption")).toContainText(/Traded for \$49\./)
  await expect(chart(page).getByRole("link", { name: /TradingView/ })).toBeVisible()

  await page.getByRole("button", { name: "Show table" }).click()
  const table = page.getByRole("table", { name: "Prices in TIDE" })
  await expect(table.getByRole("columnheader")).toHaveText([
    "Start",
    "Open",
    "High",
    "Low",
    "Close",
    "Volume",
  ])
  // An hour that has begun since the trade adds a row without volume.
  await expect(table.getByRole("row", { name: /\$49\./ })).toHaveCount(1)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the chart is drawn, and filters and tabs are links", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/tokens/${contracts.mainToken}?look=line`)
    await expect(chart(page).locator("svg path").first()).toBeVisible()
    await page.getByRole("link", { name: "Buys" }).click()
    await expect(page).toHaveURL(`/tokens/${contracts.mainToken}?look=line&side=buy`)
    await page.getByRole("link", { name: "Holders", exact: true }).click()
    await expect(page.getByRole("heading", { name: "Holders" })).toBeVisible()
    await expect(page.getByRole("heading", { name: "Trades" })).toBeHidden()
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

  test("the table needs no chart, a button of the chart loads it", async ({ page }) => {
    await page.goto(`/tokens/${contracts.mainToken}`)
    await page.getByRole("button", { name: "Show table" }).tap()
    await expect(page.getByRole("table", { name: /^Prices in / })).toBeVisible()
    // Nothing is left to load when the table has loaded the chart.
    const chartScript = page.waitForRequest((request) => request.resourceType() === "script")
    await page.getByRole("button", { name: "Zoom in" }).tap()
    await chartScript
    await expect(canvas(page)).toBeVisible()
  })
})

deepTest("switches the interval in the URL, and back", async ({ page }) => {
  await page.goto(`/tokens/${contracts.mainToken}`)
  const intervals = page.getByRole("navigation", { name: "Candle interval" })
  for (const interval of isDeep ? ["1m", "5m", "15m", "4h", "1d"] : ["4h", "1d"]) {
    await intervals.getByRole("link", { name: interval, exact: true }).click()
    await expect(page).toHaveURL(`/tokens/${contracts.mainToken}?interval=${interval}`)
    await expect(intervals.locator("[aria-current]")).toHaveText(interval)
    await expect(canvas(page)).toBeVisible()
  }
  await page.goBack()
  await expect(intervals.locator("[aria-current]")).toHaveText("4h")
  await page.goForward()
  await expect(intervals.locator("[aria-current]")).toHaveText("1d")
  await intervals.getByRole("link", { name: "1h", exact: true }).click()
  await expect(page).toHaveURL(`/tokens/${contracts.mainToken}`)
})

deepTest(
  "the chart is moved, zoomed, drawn as a line and follows the colour scheme",
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" })
    await page.goto(`/tokens/${contracts.mainToken}`)
    await expect(canvas(page)).toBeVisible()
    await expect.poll(async () => (await colours(page)).length).toBeGreaterThan(3)
    const light = await colours(page)
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(() => colours(page)).not.toEqual(light)

    await chart(page)
      .getByRole("group", { name: /^Price chart in USDB/ })
      .focus()
    const before = await picture(page)
    await page.keyboard.press("ArrowLeft")
    await expect.poll(() => picture(page)).not.toBe(before)
    const moved = await picture(page)
    await page.getByRole("button", { name: "Zoom in" }).click()
    await expect.poll(() => picture(page)).not.toBe(moved)

    // Trades of others change the picture, too.
    const choose = async (name: string) => {
      const link = page.getByRole("link", { name, exact: true })
      await link.click()
      await expect(link).toHaveAttribute("aria-current", "true")
    }
    const candles = await picture(page)
    await choose("Line")
    await expect.poll(() => picture(page)).not.toBe(candles)
    const line = await picture(page)
    await choose("Log")
    await expect.poll(() => picture(page)).not.toBe(line)
    await page.getByRole("link", { name: "4h", exact: true }).click()
    await expect(page).toHaveURL(`/tokens/${contracts.mainToken}?interval=4h&look=line&scale=log`)
  },
)

deepTest(
  "a wallet's own trades are marked, tagged and found alone",
  async ({ page, account, wallet }) => {
    const token = await launchToken(await freshAccount(), { symbol: uniqueWord() })
    const other = await freshAccount()
    await claimUsdb(other)
    await buy(other, token, parseEther("20"))
    await claimUsdbFor(wallet)
    await page.goto(`/tokens/${token}`)
    await expect(canvas(page)).toBeVisible()
    await expect(chart(page)).toHaveAttribute("data-marks", "0")
    await connect(page, wallet)
    await buy(account, token, parseEther("30"))
    await expect(chart(page)).toHaveAttribute("data-marks", "1")
    const trades = section(page, "Trades")
    await expect(trades.getByRole("listitem")).toHaveCount(2)
    await expect(trades.getByRole("listitem").first()).toContainText("You")
    await trades.getByRole("link", { name: "Mine" }).click()
    await expect(page).toHaveURL(`/tokens/${token}?by=${account.address.toLowerCase()}`)
    await expect(trades.getByRole("listitem")).toHaveCount(1)
    await page.goBack()
    await expect(trades.getByRole("listitem")).toHaveCount(2)
  },
)

deepTest("shows trades, holders, facts and findings", async ({ page, account, wallet }) => {
  const token = await launchToken(account, { symbol: uniqueWord() })
  await claimUsdbFor(wallet)
  await page.goto(`/tokens/${token}`)
  await expect(page.getByText("No trades yet")).toBeVisible()
  await expect(page.getByText("No holders yet")).toBeVisible()
  const fact = (name: string) => page.locator("dt", { hasText: name }).locator("+ dd")
  await expect(fact("Floor price")).toHaveText(/^\$/)
  await expect(fact("Tax per trade")).toHaveText("1.5%")
  await expect(fact("Who can buy")).toHaveText("everyone")
  await expect(section(page, "Safety")).toContainText("No project information")

  await buy(account, token, parseEther("10"))
  await expect(fact("Top 10 holders")).toHaveText("100%")
  await expect(section(page, "Holders").getByText("Creator").first()).toBeVisible()
  await expect(section(page, "Safety")).toContainText("The creator holds 100% of the supply.")
  const trades = section(page, "Trades")
  await trades.getByRole("link", { name: "Sells" }).click()
  await expect(page).toHaveURL(`/tokens/${token}?side=sell`)
  await expect(page.getByText("No matching trades")).toBeVisible()
  await trades.getByRole("link", { name: "All", exact: true }).click()
  await expect(page).toHaveURL(`/tokens/${token}`)
  await trades.getByRole("link", { name: "Creator" }).click()
  await expect(page).toHaveURL(`/tokens/${token}?by=creator`)
  await expect(trades.getByRole("listitem")).toHaveCount(1)
  await trades.getByRole("link", { name: "$100+" }).click()
  await expect(page).toHaveURL(`/tokens/${token}?size=100&by=creator`)
  await expect(page.getByText("No matching trades")).toBeVisible()
})

/** Letters of several scripts, signs, and more of them than a line holds. */
const NAMES = isDeep
  ? ["שלום עולם", "🚀🌙", "漢字トークン", "n".repeat(100)]
  : [`שלום 🚀🌙 漢字トークン ${"n".repeat(40)}`]

for (const name of NAMES) {
  test(`draws a picture for a token called ${name.slice(0, 12)}`, async ({ request, account }) => {
    const token = await launchToken(account, { symbol: uniqueWord(), name })
    const picture = await request.get(`/tokens/${token}/opengraph-image`)
    expect(picture.status()).toBe(200)
    expect((await picture.body()).length).toBeGreaterThan(5_000)
  })
}

test("on a phone one part is shown at a time, without sideways scroll", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/tokens/${contracts.mainToken}`)
  await expect(canvas(page)).toBeVisible()
  const parts = page.getByRole("navigation", { name: "Sections" })
  for (const [tab, heading] of [
    ["Holders", "Holders"],
    ["Safety", "Safety"],
    ["About", "About"],
    ["Trades", "Trades"],
  ] as const) {
    await parts.getByRole("link", { name: tab }).click()
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  }
  await expect(page.getByRole("heading", { name: "Holders", exact: true })).toBeHidden()
  await page.getByRole("button", { name: "Buy" }).click()
  await expect(page.getByRole("dialog")).toContainText("Trade TIDE")
})

deepTest("on a desktop the ticket stays in sight beside everything else", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/tokens/${contracts.mainToken}`)
  const ticket = page.getByRole("heading", { name: "Trade TIDE" })
  await expect(ticket).toBeInViewport()
  for (const name of ["Stats", "Safety", "Trades", "Holders", "About"]) {
    const heading = page.getByRole("heading", { name, exact: true })
    // What is below may be drawn again meanwhile.
    await expect(async () => {
      await heading.scrollIntoViewIfNeeded()
      await expect(heading).toBeInViewport({ timeout: 1_000 })
    }).toPass()
    await expect(ticket).toBeInViewport()
  }
})

test("an address in capital letters is the same token", async ({ request }) => {
  const token = await launchToken(await freshAccount(), { symbol: uniqueWord() })
  const response = await request.get(`/tokens/0x${token.slice(2).toUpperCase()}`)
  expect(response.status()).toBe(200)
  expect(await response.text()).toMatch(/data-testid="price"><span[^>]*>\$1\.00</)
})

import type { Page } from "@playwright/test"
import { z } from "zod"
import { shortenAddress } from "@/lib/format"
import { contracts, freshAccount, launchToken } from "./helpers/chain"
import { rows } from "./helpers/database"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { deepTest, expect, test } from "./helpers/test"

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" })
const field = (page: Page) => palette(page).getByRole("combobox")
const options = (page: Page) => palette(page).getByRole("option")

async function openBy(page: Page, key: string) {
  await page.keyboard.press(key)
  await expect(field(page)).toBeFocused()
}

async function paste(page: Page, text: string) {
  await field(page).evaluate((input, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text", data)
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }))
  }, text)
}

test("finds a token by the keyboard alone, and keeps it for the next time", {
  tag: "@long",
}, async ({ page }) => {
  const name = uniqueWord()
  const token = await launchToken(await freshAccount(), { symbol: "FIND", name })
  await page.goto("/launchpad")
  await openBy(page, "Control+k")
  await page.keyboard.type(name.slice(0, 9))
  await expect(palette(page).getByText("Tokens", { exact: true })).toBeVisible()
  await expect(options(page).first()).toContainText(name)
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`/tokens/${token}`)
  await expect(palette(page)).toHaveCount(0)

  await page.goto("/launchpad")
  // In a field the slash is a letter.
  await page.getByRole("searchbox", { name: "Search" }).press("/")
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("/")
  await expect(palette(page)).toHaveCount(0)
  await page.goto("/search")
  const opener = page.getByRole("button", { name: "Search" }).first()
  await opener.focus()
  await openBy(page, "/")
  await expect(palette(page).getByText("Recent", { exact: true })).toBeVisible()
  for (const key of ["Tab", "Tab"]) await page.keyboard.press(key)
  await expect(field(page)).toBeFocused()
  // With Control it is the list's own key for the entry above.
  await page.keyboard.press("Meta+k")
  await expect(options(page).first()).toContainText(name)
  await options(page).filter({ hasText: "Clear recent searches" }).click()
  await expect(palette(page).getByText("Recent", { exact: true })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(palette(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
})

deepTest("goes through groups, and says when nothing fits", async ({ page }) => {
  const creator = await freshAccount()
  const address = creator.address.toLowerCase()
  await launchToken(creator, { symbol: "GRP", name: uniqueWord() })
  await page.goto("/search")
  await openBy(page, "Control+k")
  await field(page).fill(address.slice(0, 14))
  await expect(palette(page).getByText("Creators", { exact: true })).toBeVisible()
  await expect(options(page).first()).toContainText(`${shortenAddress(address)}launched 1 token`)
  await field(page).fill(uniqueWord())
  await expect(palette(page).getByText(/No results for/)).toBeVisible()
  await field(page).fill("north")
  await options(page).filter({ hasText: "All results" }).click()
  await expect(page).toHaveURL("/search?q=north")
})

deepTest(
  "what is pasted leads to a token, a wallet or a transaction",
  async ({ page, account }) => {
    const [row] = await rows(
      z.object({ hash: z.string() }),
      "select '0x' || encode(hash, 'hex') as hash from tx order by id limit 1",
    )
    const hash = row?.hash ?? ""
    await page.goto("/search")
    for (const [text, address] of [
      [` ${contracts.mainToken}\n`, `/tokens/${contracts.mainToken}`],
      [account.address, `/wallets/${account.address.toLowerCase()}`],
      [hash, `/tx/${hash}`],
    ] as const) {
      await openBy(page, "Control+k")
      await paste(page, text)
      await expect(page).toHaveURL(address)
      await expect(palette(page)).toHaveCount(0)
    }
  },
)

deepTest(
  "says so when the server does not answer, and tries again",
  async ({ page, expectedNoise }) => {
    expectedNoise.push(/Failed to load resource/)
    await page.goto("/search")
    await page.route("**/api/internal/search?*", (route) =>
      route.fulfill({ status: 503, body: "{}" }),
    )
    await openBy(page, "Control+k")
    await field(page).fill("harbor")
    await expect(palette(page).getByText("Search is unavailable")).toBeVisible()
    await page.unroute("**/api/internal/search?*")
    await palette(page).getByRole("button", { name: "Try again" }).click()
    await expect(options(page).first()).toContainText("Harbor")
  },
)

deepTest(
  "shows the newest question's answer, however late an older one comes",
  async ({ page }) => {
    await page.goto("/search")
    await openBy(page, "Control+k")
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/internal/search?q=harbor", async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const request = page.waitForRequest("**/api/internal/search?q=harbor")
    await field(page).fill("harbor")
    await request
    await field(page).fill("northwind")
    await expect(options(page).first()).toContainText("Northwind")
    release()
    await expect(options(page).first()).toContainText("Northwind")
    await expect(palette(page).getByText("Harbor")).toHaveCount(0)
  },
)

deepTest("fills a phone, without sideways scroll", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/search")
  const button = page.getByRole("banner").getByRole("button", { name: "Search" })
  await button.click()
  await expect(field(page)).toBeVisible()
  await expect(palette(page)).toHaveJSProperty("offsetWidth", 360)
  await expect(palette(page)).toHaveJSProperty("offsetHeight", 740)
  await field(page).fill("h")
  await expect(options(page).first()).toBeVisible()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the button leads to the page, and the page finds", { tag: "@long" }, async ({ page }) => {
    await page.goto("/launchpad")
    await page.getByRole("banner").getByRole("button", { name: "Search" }).click()
    await expect(page).toHaveURL(/\/search\??$/)
    await page.getByRole("searchbox").fill("harbor")
    await page.getByRole("main").getByRole("button", { name: "Search" }).click()
    await expect(page).toHaveURL("/search?q=harbor")
    await page
      .getByRole("main")
      .getByRole("link", { name: /Harbor/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/tokens\/0x[0-9a-f]{40}$/)
  })
})

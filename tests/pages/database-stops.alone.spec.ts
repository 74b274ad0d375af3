import type { Page } from "@playwright/test"
import { balanceOf } from "./helpers/chain"
import { stopDatabase } from "./helpers/database"
import { expect, test } from "./helpers/test"
import { approveAndBuy, openTicket, pay } from "./helpers/ticket"

const AWAY_MS = 10_000

test("a database that stops takes neither a typed amount nor a purchase from the page", {
  tag: "@long",
}, async ({ page, wallet, expectedNoise }) => {
  test.setTimeout(180_000)
  expectedNoise.push(/50[03] \(/, /ERR_/, /Failed to fetch/, /React error/)
  const token = await openTicket(page, wallet)
  await pay(page, "10")
  const failed = page.getByText("This page could not be shown")
  await page.evaluate(() => {
    const watch = () => {
      const heading = document.querySelector("h1")?.textContent ?? ""
      if (heading.includes("could not be shown")) document.title = "replaced"
    }
    new MutationObserver(watch).observe(document.body, { childList: true, subtree: true })
  })

  let start = await stopDatabase()
  try {
    // A tab that is shown again reads itself again.
    await showAgain(page)
    await page.waitForTimeout(AWAY_MS / 2)
    await expect(page.getByLabel("You pay")).toHaveValue("10")
    await page.getByLabel("You pay").fill("12")
    await page.waitForTimeout(AWAY_MS / 2)
    await expect(failed).toBeHidden()
    await expect(page.getByLabel("You pay")).toHaveValue("12")
    await expect(page.getByTestId("stale-bar")).toContainText("Last updated")
  } finally {
    await start()
  }
  await expect(page.getByTestId("stale-bar")).toBeHidden({ timeout: 60_000 })
  await expect(page.getByLabel("You pay")).toHaveValue("12")

  // A purchase that is under way ends as ever.
  await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
  let sent = 0
  wallet.beforeSend = async () => {
    sent += 1
    if (sent === 2) start = await stopDatabase()
  }
  try {
    await approveAndBuy(page)
    await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
    await showAgain(page)
    await page.waitForTimeout(AWAY_MS)
    await expect(failed).toBeHidden()
    await expect(page.getByRole("list", { name: "Transaction progress" })).toBeVisible()
  } finally {
    await start()
  }
  await expect(page.getByText(/^Bought/)).toBeVisible({ timeout: 60_000 })
  expect(await page.title()).not.toBe("replaced")
})

function showAgain(page: Page) {
  return page.evaluate(() => {
    for (const isHidden of [true, false]) {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }
  })
}

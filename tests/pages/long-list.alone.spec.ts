import type { Page } from "@playwright/test"
import { freshAccount, launchWithoutSync } from "./helpers/chain"
import { uniqueWord } from "./helpers/scrolling"
import { deepTest, expect } from "./helpers/test"

const rows = (page: Page) => page.getByRole("rowheader").locator("a[href^='/tokens/']")

// So many launches would push the tokens of other tests out of the lists of new ones.
deepTest("pages through a long list", async ({ page }) => {
  const creator = await freshAccount()
  const word = uniqueWord()
  // Several fall into one second: one that the service is told of would overtake those before it.
  for (let number = 1; number <= 25; number++) {
    await launchWithoutSync(creator, { symbol: "MANY", name: `${word} ${number}` })
  }
  await page.goto(`/launchpad?search=${word}&sort=oldest`)
  await expect(page.getByText("25 tokens")).toBeVisible()
  await expect(rows(page)).toHaveCount(24)
  await page.getByRole("link", { name: "Next" }).click()
  await expect(page).toHaveURL(/&page=2$/)
  await expect(rows(page)).toHaveText([`${word} 25`])
  await expect(page.getByText("Page 2 of 2")).toBeVisible()
  await page.getByRole("link", { name: "Previous" }).click()
  await expect(rows(page)).toHaveCount(24)
  await page.goto(`/launchpad?search=${word}&page=9`)
  await page.getByRole("link", { name: "First page" }).click()
  await expect(rows(page)).toHaveCount(24)
  await page.getByRole("link", { name: "Columns" }).click()
  await expect(
    page.getByRole("region", { name: "New", exact: true }).getByRole("heading", { level: 3 }),
  ).toHaveCount(12)
  await page.getByRole("link", { name: "All 25 of New" }).click()
  await expect(rows(page)).toHaveCount(24)
})

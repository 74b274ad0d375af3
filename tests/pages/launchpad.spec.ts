import type { Page } from "@playwright/test"
import { freshAccount } from "./helpers/chain"
import { launch, listToken, overhang, uniqueWord } from "./helpers/listing"
import { expect, test } from "./helpers/test"

const names = (page: Page) => page.getByRole("listitem").getByRole("heading", { level: 2 })
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" })

async function twoTokens() {
  const creator = await freshAccount()
  const word = uniqueWord()
  const [first, second] = [`${word} one`, `${word} two`]
  await listToken(creator, { symbol: "ONE", name: first, multiplier: 100n })
  await listToken(creator, { symbol: "TWO", name: second, multiplier: 40n })
  return { word, first, second }
}

test("searches, sorts and filters in the URL, and back and forward follow", async ({ page }) => {
  const { word, first, second } = await twoTokens()
  await page.goto("/launchpad")
  await search(page).fill(word)
  await expect(page).toHaveURL(`/launchpad?search=${word}`)
  await expect(names(page)).toHaveText([second, first])

  await page.getByLabel("Sort by").selectOption("oldest")
  await expect(page).toHaveURL(`/launchpad?search=${word}&sort=oldest`)
  await expect(names(page)).toHaveText([first, second])

  await page.getByLabel("Kind").selectOption("floor")
  await expect(page).toHaveURL(`/launchpad?search=${word}&kind=floor&sort=oldest`)
  await expect(names(page)).toHaveText([second])

  await page.goBack()
  await expect(names(page)).toHaveText([first, second])
  await expect(page.getByLabel("Kind")).toHaveValue("")
  await page.goBack()
  await expect(names(page)).toHaveText([second, first])
  await page.goBack()
  await expect(search(page)).toHaveValue("")
  await page.goForward()
  await expect(search(page)).toHaveValue(word)
  await expect(names(page)).toHaveText([second, first])
})

test("searches what was typed before the page's code had loaded", async ({ page }) => {
  const { word, first, second } = await twoTokens()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held
    await route.continue()
  })
  await page.goto("/launchpad", { waitUntil: "commit" })
  await search(page).fill(word)
  release()
  await expect(page).toHaveURL(`/launchpad?search=${word}`)
  await expect(names(page)).toHaveText([second, first])
})

test("reads everything from the URL", async ({ page }) => {
  const { word, second } = await twoTokens()
  await page.goto(`/launchpad?search=${word}&kind=floor&sort=liquidity&page=x`)
  await expect(names(page)).toHaveText([second])
  await expect(search(page)).toHaveValue(word)
  await expect(page.getByLabel("Sort by")).toHaveValue("liquidity")
  await expect(page.getByLabel("Kind")).toHaveValue("floor")
})

test("pages through a long list", async ({ page }) => {
  const creator = await freshAccount()
  const word = uniqueWord()
  for (let number = 1; number < 25; number++) {
    await launch(creator, { symbol: "MANY", name: `${word} ${number}` })
  }
  await listToken(creator, { symbol: "MANY", name: `${word} 25` })
  await page.goto(`/launchpad?search=${word}&sort=oldest`)
  await expect(page.getByText("25 tokens")).toBeVisible()
  await expect(names(page)).toHaveCount(24)
  await page.getByRole("link", { name: "Next" }).click()
  await expect(page).toHaveURL(`/launchpad?search=${word}&sort=oldest&page=2`)
  await expect(names(page)).toHaveText([`${word} 25`])
  await expect(page.getByText("Page 2 of 2")).toBeVisible()
  await page.getByRole("link", { name: "Previous" }).click()
  await expect(names(page)).toHaveCount(24)
  await page.goto(`/launchpad?search=${word}&page=9`)
  await page.getByRole("link", { name: "First page" }).click()
  await expect(names(page)).toHaveCount(24)
})

test("says what to do when nothing matches", async ({ page }) => {
  await page.goto(`/launchpad?search=${uniqueWord()}`)
  await expect(page.getByText("No token matches")).toBeVisible()
  await page.getByRole("link", { name: "Show all tokens" }).click()
  await expect(page).toHaveURL("/launchpad")
  await expect(names(page).first()).toBeVisible()
})

test("has no sideways scroll on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/launchpad")
  await expect(names(page).first()).toBeVisible()
  expect(await overhang(page)).toBeLessThanOrEqual(0)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the form and the links do the same", async ({ page }) => {
    const { word, first, second } = await twoTokens()
    await page.goto("/launchpad")
    await search(page).fill(word)
    await page.getByLabel("Sort by").selectOption("oldest")
    await page.getByRole("button", { name: "Search" }).click()
    await expect(names(page)).toHaveText([first, second])
    await page.getByRole("link", { name: second }).click()
    await expect(page).toHaveURL(/\/tokens\/0x[0-9a-f]{40}$/)
  })
})

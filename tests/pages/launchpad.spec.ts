import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { buy, claimUsdb, freshAccount, launchToken, launchWithoutSync } from "./helpers/chain"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { deepTest, expect, test } from "./helpers/test"

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const names = (page: Page, name = "New") => column(page, name).getByRole("heading", { level: 3 })
const rows = (page: Page) => page.getByRole("rowheader").locator("a[href^='/tokens/']")
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" })

async function twoTokens() {
  const creator = await freshAccount()
  const word = uniqueWord()
  const [first, second] = [`${word} one`, `${word} two`]
  await launchToken(creator, { symbol: "ONE", name: first, multiplier: 100n })
  await launchToken(creator, { symbol: "TWO", name: second, multiplier: 40n })
  return { creator, word, first, second }
}

deepTest("shows three columns, each with what it is about", async ({ page }) => {
  await page.goto("/launchpad")
  await expect(names(page).first()).toBeVisible()
  const reward = column(page, "Reward phase").getByRole("listitem")
  await expect(reward.first().getByRole("progressbar")).toHaveAttribute(
    "aria-valuetext",
    /%, \$.+ of \$/,
  )
  await expect(names(page, "Established").first()).toBeVisible()
  await expect(column(page, "Established").getByRole("listitem").first()).toContainText("in 24 h")
  // Among all that others launch it may not be one of the fullest.
  await page.goto("/launchpad?search=orchard")
  await expect(reward).toHaveCount(1)
  await expect(reward).toContainText("Whitelist only")
})

test("searches and filters in the URL, and back and forward follow", { tag: "@long" }, async ({
  page,
}) => {
  const { word, first, second } = await twoTokens()
  await page.goto("/launchpad")
  await search(page).fill(word)
  await expect(page).toHaveURL(`/launchpad?search=${word}`)
  await expect(names(page)).toHaveText([second, first])

  await page.getByLabel("Kind").selectOption("floor")
  await expect(page).toHaveURL(`/launchpad?search=${word}&kind=floor`)
  await expect(names(page)).toHaveText([second])
  await page.getByLabel("Buying").selectOption("true")
  await expect(page).toHaveURL(`/launchpad?search=${word}&kind=floor&frozen=true`)
  await expect(names(page)).toHaveCount(0)
  await expect(column(page, "New")).toContainText("No matching tokens")

  await page.goBack()
  await expect(names(page)).toHaveText([second])
  await expect(page.getByLabel("Buying")).toHaveValue("")
  await page.goBack()
  await expect(names(page)).toHaveText([second, first])
  await expect(page.getByLabel("Kind")).toHaveValue("")
  await page.goBack()
  await expect(search(page)).toHaveValue("")
  await page.goForward()
  await expect(search(page)).toHaveValue(word)
  await expect(names(page)).toHaveText([second, first])
})

deepTest("the table sorts by its headers and keeps the filters", async ({ page }) => {
  const { word, first, second } = await twoTokens()
  await page.goto(`/launchpad?search=${word}`)
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Table" }).click()
  await expect(page).toHaveURL(`/launchpad?view=table&search=${word}`)
  await expect(rows(page)).toHaveText([second, first])
  const launched = page.getByRole("columnheader", { name: "Launched" })
  await expect(launched).toHaveAttribute("aria-sort", "descending")
  await launched.getByRole("link").click()
  await expect(page).toHaveURL(`/launchpad?view=table&search=${word}&order=asc`)
  await expect(rows(page)).toHaveText([first, second])
  await expect(launched).toHaveAttribute("aria-sort", "ascending")
  await page.getByLabel("Sort by").selectOption("liquidity")
  await expect(page).toHaveURL(/sort=liquidity/)
  // The fields read the address as well.
  await page.reload()
  await expect(search(page)).toHaveValue(word)
  await expect(page.getByLabel("Sort by")).toHaveValue("liquidity")
  await expect(page.getByRole("columnheader", { name: "Liquidity" })).toHaveAttribute(
    "aria-sort",
    "descending",
  )
  await page.goBack()
  await expect(rows(page)).toHaveText([first, second])
  await page.getByRole("link", { name: "Columns" }).click()
  await expect(page).toHaveURL(`/launchpad?search=${word}`)
})

deepTest(
  "a new token comes in at the top by itself, and waits while the pointer or the focus is among the rows",
  async ({ page }) => {
    const creator = await freshAccount()
    const word = uniqueWord()
    await launchToken(creator, { symbol: "OLD", name: `${word} old` })
    await page.goto(`/launchpad?search=${word}`)
    const waiting = column(page, "New").getByRole("button", { name: "1 new" })
    await expect(names(page)).toHaveText([`${word} old`])
    // Until the page has come to life nothing hears the pointer.
    await launchWithoutSync(creator, { symbol: "SIGN", name: `${word} sign` })
    await expect(names(page)).toHaveText([`${word} sign`, `${word} old`])
    await names(page).first().hover()

    await launchWithoutSync(creator, { symbol: "NEW", name: `${word} new` })
    await expect(waiting).toBeVisible()
    await expect(names(page)).toHaveText([`${word} sign`, `${word} old`])
    await waiting.click()
    await expect(names(page)).toHaveText([`${word} new`, `${word} sign`, `${word} old`])
    await expect(waiting).toHaveCount(0)

    // The pointer is where the button was: still among the rows.
    await launchWithoutSync(creator, { symbol: "LAST", name: `${word} last` })
    await expect(waiting).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(names(page)).toHaveCount(4)
    await names(page).first().getByRole("link").focus()
    await launchWithoutSync(creator, { symbol: "FIFTH", name: `${word} fifth` })
    await expect(waiting).toBeVisible()
    await expect(names(page)).toHaveCount(4)
    await search(page).focus()
    await expect(names(page)).toHaveCount(5)
    await expect(names(page).first()).toHaveText(`${word} fifth`)
  },
)

test("figures follow trades while the rows stay", { tag: "@long" }, async ({ page }) => {
  const creator = await freshAccount()
  const word = uniqueWord()
  const token = await launchToken(creator, { symbol: "FIG", name: `${word} figures` })
  await page.goto(`/launchpad?search=${word}`)
  const row = column(page, "New").getByRole("listitem")
  // The main token's price, in which others trade, is part of it: some hundredths at most.
  await expect(row).toContainText(/\$(0\.9|1\.0)\d/)
  await row.hover()
  await claimUsdb(creator)
  await buy(creator, token, parseEther("50"))
  await expect(row).toContainText(/up\+[2-9]\./)
})

deepTest("searches what was typed before the page's code had loaded", async ({ page }) => {
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

deepTest(
  "a creator's history is one press away, and a creator can be filtered by",
  async ({ page }) => {
    const { creator, word, first, second } = await twoTokens()
    const address = creator.address.toLowerCase()
    await page.goto(`/launchpad?dev=${address}`)
    await expect(names(page)).toHaveText([second, first])
    await page.getByRole("link", { name: /^By 0x/ }).click()
    await expect(page).toHaveURL("/launchpad")
    await page.goto(`/launchpad?search=${word}`)
    await column(page, "New")
      .getByRole("link", { name: /^by 0x/ })
      .first()
      .click()
    await expect(page).toHaveURL(`/wallets/${address}?tab=created`)
  },
)

deepTest("on a phone the columns take turns, without sideways scroll", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/launchpad")
  await expect(names(page).first()).toBeVisible()
  await expect(names(page, "Established").first()).toBeHidden()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page
    .getByRole("navigation", { name: "Columns" })
    .getByRole("link", { name: /Established/ })
    .click()
  await expect(page).toHaveURL("/launchpad?column=established")
  await expect(names(page, "Established").first()).toBeVisible()
  await expect(names(page).first()).toBeHidden()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.goto(`/launchpad?view=table&search=${uniqueWord()}`)
  await expect(page.getByText("No matching tokens")).toBeVisible()
  await page.getByRole("link", { name: "Show all tokens" }).click()
  await expect(page).toHaveURL("/launchpad?view=table")
  await expect(rows(page).first()).toBeVisible()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  deepTest("the form and the links do the same", async ({ page }) => {
    const { word, first, second } = await twoTokens()
    await page.goto("/launchpad?view=table")
    await search(page).fill(word)
    await page.getByLabel("Sort by").selectOption("oldest")
    await page.getByRole("button", { name: "Apply the filters" }).click()
    await expect(rows(page)).toHaveText([first, second])
    await page
      .getByRole("navigation", { name: "View" })
      .getByRole("link", { name: "Columns" })
      .click()
    await expect(names(page)).toHaveText([second, first])
    await page.getByRole("link", { name: second }).click()
    await expect(page).toHaveURL(/\/tokens\/0x[0-9a-f]{40}$/)
  })
})

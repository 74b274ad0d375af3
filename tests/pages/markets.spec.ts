import type { Page } from "@playwright/test"
import { freshAccount, publicClient } from "./helpers/chain"
import { buyShares, createMarket, fundForMarkets } from "./helpers/markets"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { claimUsdbFor, connect, deepTest, expect, test } from "./helpers/test"

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name })

async function marketOf(name: string, options = ["Yes", "No"]) {
  const account = await freshAccount()
  await fundForMarkets(account)
  return { account, market: await createMarket(account, { name, options }) }
}

deepTest("lists a market with its chance, and finds it by its outcome", async ({ page }) => {
  const [name, outcome] = [`Is ${uniqueWord()} a word?`, `Perhaps ${uniqueWord()}`]
  const { account, market } = await marketOf(name, [outcome, "No"])
  await page.goto("/markets?sort=newest")
  await expect(card(page, name)).toContainText("50%")
  await buyShares(account, market, 0, "1000")
  // 985 of 5,985 USDB came in: (2,500 + 985) / 5,985.
  await expect(card(page, name)).toContainText("58%")
  await page.getByLabel("Search").fill(outcome)
  await expect(page.getByRole("status").filter({ hasText: /^1 market$/ })).toBeVisible()
  await card(page, name).getByRole("link", { name }).click()
  await page.waitForURL(`/markets/${market.token.toLowerCase()}`)
})

deepTest("sorts, filters by state, and keeps both in the address", async ({ page }) => {
  const word = uniqueWord()
  await marketOf(`Alpha ${word}?`)
  const { account, market } = await marketOf(`Beta ${word}?`)
  await buyShares(account, market, 1, "500")
  await page.goto(`/markets?search=${word}&sort=liquid`)
  await expect(page.getByRole("article").first()).toContainText(`Beta ${word}?`)
  await page.getByLabel("Sort by").selectOption("newest")
  await page.waitForURL(/sort=newest/)
  await page.getByRole("link", { name: /^Resolved/ }).click()
  await expect(page.getByText("No markets found")).toBeVisible()
  await page.goBack()
  await expect(page.getByRole("article")).toHaveCount(2)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  deepTest("is readable, and its form works", async ({ page }) => {
    const name = `Does ${uniqueWord()} read alone?`
    await marketOf(name)
    await page.goto("/markets")
    await page.getByLabel("Search").fill(name)
    await page.getByRole("button", { name: "Apply the filters" }).click()
    await expect(card(page, name)).toContainText("chance of Yes")
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } })

  deepTest("fits, with targets a thumb can hit", async ({ page }) => {
    await marketOf(`${"Longest".repeat(12)} ${uniqueWord()}?`, ["A", "B".repeat(64), "C", "D"])
    for (const path of ["/markets?sort=newest", "/markets/create"]) {
      await page.goto(path)
      await expect.poll(() => horizontalOverflow(page)).toBe(0)
      await expect.poll(() => smallTargets(page)).toEqual([])
    }
  })
})

test("creates a market with its rules, and opens its page", { tag: "@long" }, async ({
  page,
  wallet,
}) => {
  const word = uniqueWord()
  await claimUsdbFor(wallet)
  await page.goto("/markets/create")
  await connect(page, wallet)
  await page.getByRole("button", { name: "Next: review" }).click()
  await expect(page.getByText("Enter a question.")).toBeVisible()
  await expect(page.getByLabel("Question", { exact: true })).toBeFocused()
  await page.getByLabel("Question").fill(`Will ${word} win the cup?`)
  await page.getByLabel("Outcome 2", { exact: true }).fill("Never")
  await page.getByRole("button", { name: "Add outcome" }).click()
  await page.getByLabel("Outcome 3", { exact: true }).fill("Later")
  await page.getByLabel("No end time").check()
  await page.getByLabel("Rules").fill("The referee's word counts.")
  await page.getByRole("button", { name: "Next: review" }).click()
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible()
  // The draft survives.
  await page.reload()
  await page.getByRole("button", { name: "Create market" }).click()
  await page.getByRole("button", { name: "Sign in with this wallet" }).click()
  await page.waitForURL(/\/markets\/0x[0-9a-f]{40}$/)
  await expect(page.getByRole("heading", { name: `Will ${word} win the cup?` })).toBeVisible()
  await expect(page.getByText("The referee's word counts.")).toBeVisible()
  expect(await publicClient.getTransactionCount({ address: wallet.account.address })).toBe(3)
})

deepTest("warns of a market that asks the same", async ({ page }) => {
  const [one, two] = [uniqueWord(), uniqueWord()]
  await marketOf(`Will ${one} ${two} sink?`)
  await page.goto("/markets/create")
  await page.getByLabel("Question").fill(`Does ${two} ${one} sink this year?`)
  await expect(page.getByRole("link", { name: `Will ${one} ${two} sink?` })).toBeVisible()
})

import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { shortenAddress } from "@/lib/format"
import { buy, freshAccount, launchToken } from "./helpers/chain"
import { sql } from "./helpers/database"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { stack } from "./helpers/stack"
import { claimUsdbFor, connect, deepTest, expect, test } from "./helpers/test"

deepTest(
  "shows the exchange to somebody without a wallet: top movers, most traded, new launches",
  async ({ page, account }) => {
    const symbol = uniqueWord()
    // The history has four tokens, and a list of six is full.
    await launchToken(account, { symbol: uniqueWord() })
    await launchToken(account, { symbol })
    await page.goto("/")
    await expect(page).toHaveTitle("Atoll: prediction markets and token launches")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    const tokens = page.locator("dt", { hasText: "Tokens launched" }).locator("+ dd")
    await expect(tokens).toHaveText(/^[1-9]/)
    const moved = page.getByRole("region", { name: "Top movers" })
    await expect(moved.getByRole("listitem")).toHaveCount(6)
    await expect(moved.getByRole("listitem").first()).toContainText(/(up|down)[+−]\d/)
    // From point to point; a line that runs level has no height, and so is nothing "visible".
    const course = moved.getByRole("listitem").first().locator("svg path").last()
    await expect(course).toHaveAttribute("d", /^M-\d+ \d+V[\d.]+H0[hl]/)
    await expect(
      page.getByRole("region", { name: "Most traded" }).getByRole("listitem"),
    ).toHaveCount(6)
    await moved.getByRole("link", { name: "View all of Top movers" }).click()
    await expect(page).toHaveURL("/launchpad?view=table&sort=moved")
    await page.goBack()
    const launches = page.getByRole("region", { name: "New launches" })
    await launches.getByRole("link", { name: symbol }).first().click()
    await expect(page.getByRole("heading", { level: 1, name: symbol })).toBeVisible()
  },
)

test("fetches its icons and both fonts once, no font for a single sign", async ({ page }) => {
  const fetched: string[] = []
  page.on("request", (request) => {
    const [, name] = /media\/(icons|\w+_normal)\./.exec(request.url()) ?? []
    if (name) fetched.push(name)
  })
  await page.goto("/", { waitUntil: "load" })
  await page.evaluate(() => document.fonts.ready)
  expect(fetched.sort()).toEqual([
    "bricolage_grotesque_latin_700_normal",
    "geist_latin_wght_normal",
    "icons",
  ])
})

test.describe("the first steps", () => {
  const steps = (page: Page) => page.getByRole("region", { name: /Three steps|You are set up/ })
  const done = (page: Page) => steps(page).getByText("Done", { exact: true })

  deepTest(
    "show what is done, and do not come back when all is",
    async ({ page, wallet, account }) => {
      const symbol = uniqueWord()
      const token = await launchToken(await freshAccount(), { symbol })
      await page.goto("/")
      await expect(steps(page).getByRole("listitem")).toHaveCount(3)
      await expect(done(page)).toHaveCount(0)
      await connect(page, wallet)
      await expect(done(page)).toHaveCount(1)

      // The second step claims where it is.
      await steps(page).getByRole("button", { name: "Claim 100 USDB" }).click()
      await expect(done(page)).toHaveCount(2)
      await steps(page).getByRole("link", { name: "Trade 10 USDB" }).click()
      await expect(page.getByRole("textbox", { name: "You pay" })).toHaveValue("10")
      await buy(account, token, parseEther("2"))
      await expect.poll(() => isTrader(account.address)).toBe(true)
      await page.goto("/")
      await expect(done(page)).toHaveCount(3)
      await expect(steps(page)).toContainText("You are set up")
      await page.goto("/")
      await expect(page.getByRole("region", { name: "Top movers" })).toBeVisible()
      await expect(steps(page)).toHaveCount(0)
    },
  )

  deepTest("go when they are put away, and stay away", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("button", { name: "Dismiss" }).click()
    await expect(steps(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole("region", { name: "Top movers" })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  })
})

/** Whether the index knows of a trade of this wallet. */
async function isTrader(address: string) {
  const response = await fetch(`${stack.url}/api/internal/onboarding?wallet=${address}`)
  const { hasTraded }: { hasTraded: boolean } = await response.json()
  return hasTraded
}

test("shows trades as they happen, and holds them back while paused", async ({
  page,
  account,
  wallet,
}) => {
  const symbol = uniqueWord()
  const token = await launchToken(account, { symbol })
  await claimUsdbFor(wallet)
  await page.goto("/")
  const tape = page.locator("section", {
    has: page.getByRole("heading", { name: "Latest trades" }),
  })
  const rows = tape.getByRole("listitem").filter({ hasText: symbol })
  await buy(account, token, parseEther("3"))
  await expect(rows).toHaveCount(1)

  await tape.getByRole("button", { name: "Live Pause" }).click()
  await buy(account, token, parseEther("4"))
  await expect(tape.getByRole("button", { name: /Paused, \d+ new Resume/ })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await tape.getByRole("button", { name: /Resume/ }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(shortenAddress(account.address.toLowerCase()))
})

deepTest("keeps order and shape with hostile names, on phones too", async ({ page }) => {
  const creator = await freshAccount()
  const word = uniqueWord()
  const names = [
    `<img src=x onerror=alert(1)><script>alert("${word}")</script>`,
    `${"W".repeat(100)}${word}`,
    `مرحبا بالعالم ${word}`,
  ]
  const symbols = ["<b>X</b>", "W".repeat(32), "مرجان"]
  const dialogs: string[] = []
  page.on("dialog", (dialog) => dialogs.push(dialog.message()))
  await page.setViewportSize({ width: 360, height: 740 })
  const tokens: string[] = []
  for (const [index, name] of names.entries()) {
    tokens.push(await launchToken(creator, { symbol: symbols[index] ?? word, name }))
  }
  const lists = ["/", `/launchpad?dev=${creator.address}`].map((path) => ({ path, shown: names }))
  const own = tokens.map((token, index) => ({
    path: `/tokens/${token}`,
    shown: names.slice(index, index + 1),
  }))
  for (const { path, shown } of [...lists, ...own]) {
    await page.goto(path)
    for (const name of shown) {
      await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
    }
    expect(await horizontalOverflow(page), `${path} of "${shown}"`).toBeLessThanOrEqual(0)
  }
  expect(dialogs).toEqual([])
})

deepTest(
  "shows names that the factory would refuse today without harm",
  async ({ page, account }) => {
    const token = await launchToken(account, { symbol: uniqueWord() })
    const rename = (name: string, symbol: string) =>
      sql("update token set name = $2, symbol = $3 where address = $1", [token, name, symbol])
    const heading = page.getByRole("heading", { level: 1 })

    await rename("\u202eLAROC", "\u202eRC")
    await page.goto(`/tokens/${token}`)
    await expect(heading.locator("bdi")).toHaveText("\u202eLAROC")
    await expect(page.getByText("\u202eRC", { exact: true }).first()).toHaveJSProperty(
      "tagName",
      "BDI",
    )
    await expect(page).toHaveTitle(/^RC at \$/)

    await rename("\u200b\u2060", "\u200b")
    await page.goto(`/launchpad?search=${token}`)
    const name = page.getByRole("region", { name: "New" }).getByRole("heading", { level: 3 })
    await expect(name).toHaveText(shortenAddress(token))
    await page.goto(`/tokens/${token}`)
    await expect(heading).toHaveText(shortenAddress(token))
  },
)

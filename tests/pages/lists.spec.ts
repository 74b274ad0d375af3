import type { Page } from "@playwright/test"
import { launchToken } from "./helpers/chain"
import { notifyPostChanged, storePost } from "./helpers/reef"
import { uniqueWord } from "./helpers/scrolling"
import { stack } from "./helpers/stack"
import { expect, test } from "./helpers/test"

const linkOf = (page: Page, title: string) =>
  page.getByRole("article", { name: title }).getByRole("link", { name: title, exact: true })

test("a list stands in the document, and its links are the router's", {
  tag: "@long",
}, async ({ page }) => {
  const title = `Once ${uniqueWord()}`
  await storePost({ title })
  await expect(async () => {
    const response = await page.goto("/reef")
    const html = (await response?.text()) ?? ""
    expect(html.replace(/<script.*?<\/script>/gs, "")).toContain(`${title}</a>`)
  }).toPass()
  await page.evaluate(() => Reflect.set(window, "loadedOnce", true))
  await linkOf(page, title).click()
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(linkOf(page, title)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, "loadedOnce"))).toBe(true)
})

test("pages with forms say without scripts that these need them", { tag: "@long" }, async ({
  request,
}) => {
  const paths = [
    ...["/faucet", "/launch", "/markets/create", "/borrow", "/earn", "/account", "/agents/new"],
    ...["/bugs", "/reef/new", "/rounds/btc/5m", "/vesting/create"],
    `/tokens/${stack.contracts.mainToken}`,
  ]
  const silent = await Promise.all(
    paths.map(async (path) => {
      const html = await (await request.get(path)).text()
      return /<noscript>(?:(?!<\/noscript>).)*needs scripts/s.test(html) ? [] : [path]
    }),
  )
  expect(silent.flat()).toEqual([])
})

test("the focus stays where it is when a list is read again", { tag: "@long" }, async ({
  page,
}) => {
  const [title, later] = [`Focused ${uniqueWord()}`, `Later ${uniqueWord()}`]
  await storePost({ title })
  // Unlike the feed, it shows at once what was read.
  const list = page.getByRole("complementary")
  const link = list.getByRole("link", { name: title })
  const release = await holdRefreshes(page, "/reef")
  await expect(async () => {
    await page.goto("/reef")
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await link.focus()
  release()
  await notifyPostChanged(await storePost({ title: later }))
  await expect(list.getByRole("link", { name: later })).toBeVisible()
  await expect(link).toBeFocused()
})

test("a list stays scrolled to where it was when it is read again", { tag: "@long" }, async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const release = await holdRefreshes(page, "/")
  await page.goto("/")
  const list = page.getByRole("region", { name: "Top movers" }).getByRole("list")
  await list.scrollIntoViewIfNeeded()
  const scrolled = await list.evaluate(async (element) => {
    const isScrolled = new Promise((resolve) => {
      element.addEventListener("scrollend", resolve, { once: true })
    })
    element.scrollTo({ left: 200 })
    await isScrolled
    return element.scrollLeft
  })
  expect(scrolled).toBeGreaterThan(100)
  const isRead = page.waitForResponse((response) => isRefresh(new URL(response.url()), "/"))
  release()
  const symbol = uniqueWord()
  await launchToken(account, { symbol })
  await isRead
  await expect(page.getByRole("region", { name: "New launches" })).toContainText(symbol)
  expect(await list.evaluate((element) => element.scrollLeft)).toBe(scrolled)
})

test("the ages of a list go on", { tag: "@long" }, async ({ page }) => {
  const title = `Aging ${uniqueWord()}`
  await storePost({ title })
  await page.clock.install()
  await expect(async () => {
    await page.goto("/reef")
    await expect(linkOf(page, title)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const age = page.getByRole("article", { name: title }).locator("time")
  await page.clock.fastForward("10:00")
  await expect(age).toHaveText(/^1\d min ago$/)
})

test("a ticket opens from a list, and the focus goes back to its link, though the list was read again", {
  tag: "@long",
}, async ({ page, account }) => {
  const release = await holdRefreshes(page, "/markets")
  await page.goto("/markets")
  const some = page.locator('main a[aria-haspopup="dialog"]:visible').first()
  const href = await some.getAttribute("href")
  const link = page.locator(`main a[href="${href}"]`)
  await expect(async () => {
    await link.click()
    await expect(page.getByRole("dialog", { name: "Buy shares" })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const isRead = page.waitForResponse((response) => isRefresh(new URL(response.url()), "/markets"))
  release()
  await launchToken(account, { symbol: uniqueWord() })
  await isRead
  // React takes over what was read; nothing shows when it has.
  await page.waitForTimeout(500)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(link).toBeFocused()
  await expect(page).toHaveURL(/\/markets$/)
})

/** Until it is released a list stays that of the document, whatever other tests change. */
async function holdRefreshes(page: Page, pathname: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => isRefresh(url, pathname),
    async (route) => {
      await released
      await route.continue().catch(() => {})
    },
  )
  return release
}

/** Whether the router reads a page anew. */
const isRefresh = (url: URL, pathname: string) =>
  url.pathname === pathname && url.searchParams.has("_rsc")

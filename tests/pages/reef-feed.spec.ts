import {
  deepTest,
  notifyPostChanged,
  posts,
  selectMenuItem,
  storePost,
  storePosts,
  test,
} from "./helpers/reef"
import { scrollPositionAtClick, uniqueWord } from "./helpers/scrolling"
import { expect } from "./helpers/test"

test("the feed goes on by itself and going back returns to the place", { tag: "@long" }, async ({
  page,
}) => {
  const word = uniqueWord()
  await storePosts(Array.from({ length: 45 }, (_, n) => `${word} number ${n + 1}`))
  await page.goto(`/reef?search=${word}`)
  await expect(posts(page).first()).toContainText("number 1")
  const last = page.getByRole("link", { name: `${word} number 45`, exact: true })
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(posts(page)).toHaveCount(45)
  await expect(page).toHaveURL(/shown=60/)
  const middle = page.getByRole("link", { name: `${word} number 30`, exact: true })
  const place = await scrollPositionAtClick(page)
  await middle.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} number 30`)
  // A live refresh of this page makes the feed load again on the way back.
  const refreshed = page.waitForResponse(/_rsc=/)
  await notifyPostChanged(new URL(page.url()).pathname.replace("/reef/", ""))
  await refreshed
  await page.goBack()
  await expect(posts(page)).toHaveCount(45)
  await expect(middle).toBeInViewport()
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - (await place())))
    .toBeLessThan(300)
  // The page's own way back leads to the same posts.
  await middle.click()
  await page.getByRole("main").getByRole("link", { name: "The Reef", exact: true }).click()
  await expect(page).toHaveURL(/shown=60/)
  await expect(posts(page)).toHaveCount(45)
})

deepTest("new posts wait behind a button and move nothing", async ({ page }) => {
  const word = uniqueWord()
  await storePost({ title: `${word} old`, age: 5 })
  await page.goto(`/reef?search=${word}`)
  await expect(posts(page)).toHaveCount(1)
  await notifyPostChanged(await storePost({ title: `${word} new` }))
  const bar = page.getByRole("button", { name: "1 new post" })
  await expect(bar).toBeVisible()
  await expect(posts(page)).toHaveCount(1)
  await bar.click()
  await expect(posts(page)).toHaveCount(2)
  await expect(posts(page).first()).toContainText(`${word} new`)
})

deepTest("whoever is muted is folded away, and can be heard again", async ({ page }) => {
  const word = uniqueWord()
  await storePost({ title: `${word} loud` })
  await page.goto(`/reef?search=${word}`)
  await selectMenuItem(page, "More about this post", "Mute this wallet")
  await expect(page.getByText(/^Post by .* muted by you/)).toBeVisible()
  await page.reload()
  await expect(posts(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Show", exact: true }).click()
  await expect(posts(page)).toHaveCount(1)
  await page.reload()
  await page.getByText("Muted and blocked").click()
  await page.getByRole("button", { name: /^Unmute/ }).click()
  await expect(posts(page)).toHaveCount(1)
  await expect(page.getByText("Muted and blocked")).toHaveCount(0)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  deepTest("the feed, its further posts and a post can be read", async ({ page }) => {
    const word = uniqueWord()
    await storePosts(Array.from({ length: 25 }, (_, n) => `${word} number ${n + 1}`))
    await page.goto(`/reef?search=${word}`)
    await expect(posts(page)).toHaveCount(20)
    await page.getByRole("link", { name: "More posts" }).click()
    await expect(posts(page)).toHaveCount(25)
    await page.getByRole("link", { name: `${word} number 25`, exact: true }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} number 25`)
  })
})

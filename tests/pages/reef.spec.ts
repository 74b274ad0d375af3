import { contracts } from "./helpers/chain"
import {
  deepTest,
  hidePost,
  openPost,
  posts,
  selectMenuItem,
  storeComments,
  storePost,
  test,
  useUpEdits,
} from "./helpers/reef"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { connect, expect } from "./helpers/test"

test("a draft survives a reload and becomes a post with the card of what it names", async ({
  page,
  wallet,
  account,
}) => {
  const title = `Deep water ${uniqueWord()}`
  await page.goto("/reef/new")
  await page.getByLabel("Title").fill("ab")
  await expect(page.getByText("At least 3 characters")).toBeVisible()
  await expect(page.getByRole("button", { name: "Post", exact: true })).toBeDisabled()
  await page.getByLabel("Title").fill(title)
  await page.getByLabel("Text (optional)").fill(`Look at ${contracts.mainToken}.\nSecond line`)
  await page.reload()
  await expect(page.getByLabel("Title")).toHaveValue(title)
  const card = page.getByRole("list", { name: "Mentioned" }).getByRole("link")
  await expect(card).toContainText("TIDE")
  await expect(card).toContainText("$")

  await connect(page, wallet)
  await page.getByRole("button", { name: "Post", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Sign in to post" })
  await dialog.getByRole("button", { name: "Sign in with this wallet" }).click()
  await expect(page).toHaveURL(/\/reef\/c[0-9a-z]{24}$/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
  await expect(page.locator("[data-user-text]").first()).toContainText("Second line")
  await expect(card).toHaveAttribute("href", `/tokens/${contracts.mainToken}`)

  await page.goto("/reef/new")
  await expect(page.getByLabel("Title")).toHaveValue("")
  await expect(page.getByText("You posted a few minutes ago")).toBeVisible()
  await expect(page.getByRole("timer")).toContainText(/min/)
  await page.goto(`/reef?search=${title.split(" ").at(-1)}`)
  await expect(posts(page)).toHaveCount(1)
  await expect(posts(page)).toContainText("Look at")
  await page.goto(`/search?q=${title.split(" ").at(-1)}`)
  await expect(page.getByRole("link", { name: title })).toBeVisible()
  await page.goto(`/wallets/${account.address.toLowerCase()}`)
  await expect(page.getByRole("heading", { name: "Posts on the Reef" })).toBeVisible()
  await expect(page.getByRole("link", { name: title })).toBeVisible()
})

deepTest(
  "a post is edited and deleted by its author",
  async ({ page, wallet, account, expectedNoise }) => {
    const word = uniqueWord()
    const id = await storePost({ title: `Before ${word}`, wallet: account.address.toLowerCase() })
    await rememberSession(page, wallet)
    await openPost(page, id)
    await selectMenuItem(page, "More about this post", "Edit")
    await page.getByLabel("Title").fill(`After ${word}`)
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`After ${word}`)
    await expect(page.getByText("edited").first()).toBeVisible()

    expectedNoise.push(/status of 429/)
    await useUpEdits(account)
    await selectMenuItem(page, "More about this post", "Edit")
    await page.getByLabel("Title").fill(`Too soon ${word}`)
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByText("The cooldown has not ended yet.")).toBeVisible()
    await page.keyboard.press("Escape")

    await selectMenuItem(page, "More about this post", "Delete")
    await page.getByRole("button", { name: "Cancel" }).click()
    await selectMenuItem(page, "More about this post", "Delete")
    await page.getByRole("button", { name: "Delete permanently" }).click()
    await expect(page).toHaveURL("/reef")
    await page.goto(`/reef?search=${word}`)
    await expect(page.getByText("No matching posts")).toBeVisible()
  },
)

test("what a person writes does no harm", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const word = uniqueWord()
  const body = [
    "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">",
    "**bold** [click](javascript:alert(1)) https://example.org/path?q=1",
    `\u202eright to left\u2066 and \u200bhidden`,
    "W".repeat(4_000),
    `${"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301"}`.repeat(50),
  ].join("\n")
  const id = await storePost({ title: `\u202e${word} ${"x".repeat(100)}`, body })
  for (const path of [`/reef?search=${word}`, `/reef/${id}`]) {
    await page.goto(path)
    await expect(page.getByText(word).first()).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    expect(await page.title()).not.toContain("owned")
    expect(await page.locator("main").textContent()).not.toMatch(/[\u202e\u2066\u200b]/)
  }
  const text = page.locator("[data-user-text]").first()
  await expect(text).toContainText("<script>")
  await expect(text).toContainText("**bold** [click](javascript:alert(1))")
  expect(await text.locator("script, img, b, strong").count()).toBe(0)
  const link = text.getByRole("link")
  await expect(link).toHaveCount(1)
  await expect(link).toHaveAttribute("rel", "nofollow ugc noopener noreferrer")
  await expect(link).toHaveAttribute("href", "https://example.org/path?q=1")
})

deepTest("a post with 5,000 comments opens at once and shows more when asked", async ({ page }) => {
  const id = await storePost({ title: `Busy ${uniqueWord()}` })
  await storeComments(id, 5_000)
  await page.goto(`/reef/${id}`)
  await expect(page.getByRole("heading", { name: "5,000 comments" })).toBeVisible()
  await expect(page.getByText("Comment 100", { exact: true })).toBeAttached()
  await expect(page.getByText("Comment 101", { exact: true })).toHaveCount(0)
  await page.getByRole("link", { name: "More comments (4,900 left)" }).click()
  await expect(page.getByText("Comment 200", { exact: true })).toBeAttached()
  await page.goto(`/reef/${id}?shown=500`)
  await page.getByRole("link", { name: "More comments (4,500 left)" }).click()
  await expect(page.getByText("Comment 501", { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText("Comment 500", { exact: true })).toHaveCount(0)
  await page.goto(`/reef/${id}?order=newest`)
  await expect(page.getByText("Comment 5000", { exact: true })).toBeVisible()
})

deepTest("a post has a picture of its own, as long as it is there", async ({ page, request }) => {
  const id = await storePost({ title: `Pictured ${uniqueWord()}`, body: "\u202e漢字 🌊 $TIDE" })
  await page.goto(`/reef/${id}`)
  const address = await page.locator('meta[property="og:image"]').first().getAttribute("content")
  const { pathname } = new URL(address ?? "")
  expect(pathname).toMatch(new RegExp(`^/reef/${id}/opengraph-image`))
  const picture = await request.get(pathname)
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"])
  await hidePost(id)
  expect((await request.get(pathname)).status()).toBe(404)
})

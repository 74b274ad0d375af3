import type { Page } from "@playwright/test"
import { contracts } from "./helpers/chain"
import {
  expectToast,
  grantReportPoints,
  hidePost,
  moderator,
  openPage,
  openPost,
  posts,
  selectMenuItem,
  signInFromSettings,
  storeComments,
  storePost,
  storeReports,
  test,
  useUpEdits,
} from "./helpers/reef"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { connect, expect } from "./helpers/test"

const voteButton = (page: Page) => page.getByRole("button", { name: /^Vote for this post/ })
/** By what it says: what is being written in a field counts for nothing. */
const comment = (page: Page, text: string) =>
  page
    .getByRole("article")
    .filter({ has: page.locator("[data-user-text]", { hasText: text }) })
    .last()

/** Presses the button, and waits until the service has noted the vote. */
async function vote(page: Page) {
  const noted = page.waitForResponse("**/api/reef/vote/*")
  await voteButton(page).click()
  await (await noted).finished()
}

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
  await dialog.getByRole("button", { name: "Sign the message" }).click()
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

test("a vote counts at once, stays, and can be taken back; one's own post takes none", async ({
  page,
  wallet,
  account,
}) => {
  const other = await storePost({ title: `Vote ${uniqueWord()}` })
  const own = await storePost({ title: "Mine", wallet: account.address.toLowerCase() })
  await signInFromSettings(page, wallet)
  await openPost(page, other)
  const held = await holdAnswer(page, "**/api/reef/vote/*")
  await voteButton(page).click()
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "true")
  await expect(voteButton(page)).toHaveAccessibleName(/1 vote$/)
  await held.release()
  await page.reload()
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "true")
  await expect(voteButton(page)).toHaveAccessibleName(/1 vote$/)
  await vote(page)
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "false")
  await page.reload()
  await expect(voteButton(page)).toHaveAccessibleName(/0 votes$/)

  await openPost(page, own)
  await page.getByRole("button", { name: /^Votes for this post/ }).click({ force: true })
  await expectToast(page, "You cannot vote on your own post")
})

test("who is not signed in is asked to be, and the vote follows", async ({ page, wallet }) => {
  const id = await storePost({ title: `Later ${uniqueWord()}` })
  await openPost(page, id)
  await connect(page, wallet)
  await voteButton(page).click()
  const dialog = page.getByRole("dialog", { name: "Sign in to vote" })
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "false")
  await voteButton(page).click()
  await dialog.getByRole("button", { name: "Sign in with this wallet" }).click()
  await dialog.getByRole("button", { name: "Sign the message" }).click()
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "true")
  await expect(voteButton(page)).toHaveAccessibleName(/1 vote$/)
})

test("a vote that is refused is taken back and explained", async ({
  page,
  wallet,
  expectedNoise,
}) => {
  expectedNoise.push(/429/)
  const id = await storePost({ title: `Refused ${uniqueWord()}` })
  await signInFromSettings(page, wallet)
  await page.route("**/api/reef/vote/*", (route) =>
    route.fulfill({
      status: 429,
      json: { error: "Used up", code: "QUOTA_EXCEEDED", requestId: "x" },
    }),
  )
  await openPost(page, id)
  await voteButton(page).click()
  await expect(page.getByRole("region", { name: /Messages/ })).toContainText("used up")
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "false")
  await expect(voteButton(page)).toHaveAccessibleName(/0 votes$/)
})

test("a thread is four levels deep, and answers below it call whom they answer", async ({
  visitor,
}) => {
  test.setTimeout(180_000)
  const [ann, bob] = [await visitor(), await visitor()]
  const id = await storePost({ title: `Thread ${uniqueWord()}` })
  await openPost(ann.page, id)
  await ann.page.getByLabel("Your comment").fill("First level")
  await ann.page.getByRole("button", { name: "Comment", exact: true }).click()
  await expect(comment(ann.page, "First level")).toBeVisible()
  await expect(ann.page.getByLabel("Your comment")).toHaveValue("")
  await ann.page.getByLabel("Your comment").fill("Another beginning")
  await ann.page.getByRole("button", { name: "Comment", exact: true }).click()
  await expect(comment(ann.page, "Another beginning")).toBeVisible()

  await openPost(bob.page, id)
  const answer = async (page: Page, to: string, text: string) => {
    await comment(page, to).getByRole("button", { name: "Reply", exact: true }).click()
    const field = comment(page, to).getByLabel(/^Your reply/)
    await expect(field).toBeFocused()
    await field.press("End")
    await field.pressSequentially(text)
    await comment(page, to).getByRole("button", { name: "Reply", exact: true }).last().click()
    await expect(comment(page, text)).toBeVisible()
  }
  await answer(bob.page, "First level", "Second level")
  // What others say waits until one wants to see it.
  await ann.page.getByRole("button", { name: "1 new comment" }).click()
  await answer(ann.page, "Second level", "Third level")
  await bob.page.getByRole("button", { name: "1 new comment" }).click()
  await answer(bob.page, "Third level", "Fourth level")
  await ann.page.getByRole("button", { name: "1 new comment" }).click()
  await answer(ann.page, "Fourth level", "Fifth remark")
  await expect(comment(ann.page, "Fifth remark")).toContainText("@0x")
  await ann.page.reload()
  await expect(comment(ann.page, "Fifth remark")).toBeVisible()
  await expect(ann.page.getByRole("heading", { name: "6 comments" })).toBeVisible()

  await ann.page.getByRole("button", { name: /^Comment by .* and its 4 replies$/ }).click()
  await expect(ann.page.getByText("4 replies hidden")).toBeVisible()
  await expect(ann.page.getByText("Third level")).toBeHidden()
})

/** Keeps the page from hearing the service's next answer until it is released. */
async function holdAnswer(page: Page, url: string) {
  let letGo = () => {}
  const isReleased = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch()
      await isReleased
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return {
    async release() {
      const answered = page.waitForResponse(url)
      letGo()
      await (await answered).finished()
    },
  }
}

test("a comment is edited and deleted, and its answers stay", async ({ visitor }) => {
  const { page } = await visitor()
  const id = await storePost({ title: `Edit ${uniqueWord()}` })
  await openPost(page, id)
  await page.getByLabel("Your comment").fill("Worng")
  await page.getByRole("button", { name: "Comment", exact: true }).click()
  await comment(page, "Worng").getByRole("button", { name: "More about this comment" }).click()
  await page.getByRole("menuitem", { name: "Edit" }).click()
  const form = page.getByRole("article").filter({ has: page.getByRole("button", { name: "Save" }) })
  await form.getByRole("textbox").fill("Right")
  await form.getByRole("button", { name: "Save" }).click()
  await expect(comment(page, "Right")).toContainText("edited")

  await comment(page, "Right").getByRole("button", { name: "Reply", exact: true }).click()
  await comment(page, "Right")
    .getByLabel(/^Your reply/)
    .fill("An answer")
  const held = await holdAnswer(page, "**/api/reef/post/*/comment")
  await comment(page, "Right").getByRole("button", { name: "Reply", exact: true }).last().click()
  await expect(comment(page, "An answer")).toBeVisible()
  await comment(page, "Right").getByRole("button", { name: "More about this comment" }).click()
  await page.getByRole("menuitem", { name: "Delete" }).click()
  await expect(page.getByRole("button", { name: "Delete permanently" })).toBeVisible()
  // What was opened meanwhile stays open when the service's answer comes late.
  await held.release()
  await page.getByRole("button", { name: "Delete permanently" }).click()
  await expect(page.getByText("Deleted comment", { exact: true })).toBeVisible()
  await expect(page.getByText("Right", { exact: true })).toHaveCount(0)
  await expect(comment(page, "An answer")).toBeVisible()
})

test("a post is edited and deleted by its author", async ({
  page,
  wallet,
  account,
  expectedNoise,
}) => {
  const word = uniqueWord()
  const id = await storePost({ title: `Before ${word}`, wallet: account.address.toLowerCase() })
  await signInFromSettings(page, wallet)
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
})

test("readers report, a moderator decides, and the author is told", async ({ visitor }) => {
  test.setTimeout(240_000)
  const [author, young, reporter, admin] = [
    await visitor(),
    await visitor(),
    await visitor(),
    await visitor(moderator),
  ]
  const title = `Reported ${uniqueWord()}`
  const id = await storePost({ title, wallet: author.account.address.toLowerCase() })
  await storeReports(id, 4)

  const report = async (page: Page) => {
    await openPost(page, id)
    await selectMenuItem(page, "More about this post", "Report")
    await page.getByRole("button", { name: "Spam" }).click()
    await page.getByRole("button", { name: "Send report" }).click()
  }
  await report(young.page)
  await expect(
    young.page.getByText(
      "Reporting requires 500 points, not counting points for registering an agent.",
    ),
  ).toBeVisible()
  await grantReportPoints(reporter.account)
  await report(reporter.page)
  await expectToast(reporter.page, "Reported")

  // Five reports hide it.
  await openPost(author.page, id)
  await expect(author.page.getByText("Your post is hidden")).toBeVisible()
  await expect(author.page.getByText("Five users reported it.")).toBeVisible()
  await openPost(reporter.page, id)
  await expect(reporter.page.getByRole("heading", { name: "Post not found" })).toBeVisible()

  await openPage(young.page, "/reef/moderation")
  await expect(young.page.getByText("For moderators only")).toBeVisible()
  await openPage(admin.page, "/reef/moderation")
  const flagged = admin.page.getByRole("article", { name: title })
  await expect(flagged).toContainText("5 reports")
  await flagged.getByRole("button", { name: "Dismiss the reports" }).click()
  await admin.page.getByRole("dialog").getByRole("button", { name: "Dismiss the reports" }).click()
  // While the dialog is open everything else is hidden from who asks by role.
  await expectToast(admin.page, "Reports dismissed")
  await expect(flagged).toHaveCount(0)
  await openPost(reporter.page, id)
  await expect(reporter.page.getByRole("heading", { level: 1 })).toHaveText(title)

  await openPost(admin.page, id)
  await selectMenuItem(admin.page, "More about this post", "Hide as a moderator")
  await admin.page.getByLabel("Reason").fill("It promises profits")
  await admin.page.getByRole("button", { name: "Hide post" }).click()
  await expect(admin.page).toHaveURL("/reef")
  await openPage(author.page, "/reef")
  await author.page.getByRole("link", { name: "See why" }).click()
  await expect(author.page.getByText("It promises profits")).toBeVisible()

  // What was hidden can be found and shown again.
  await openPage(admin.page, "/reef/moderation")
  const decisions = admin.page.getByRole("list").filter({ hasText: "It promises profits" })
  await decisions.getByRole("link", { name: title }).first().click()
  await expect(admin.page.getByText("This post is hidden")).toBeVisible()
  await admin.page.getByRole("button", { name: "Unhide post" }).click()
  await admin.page.getByRole("dialog").getByRole("button", { name: "Unhide post" }).click()
  await expect(admin.page.getByRole("heading", { level: 1 })).toHaveText(title)
  await storeComments(id, 1)
  await openPost(admin.page, id)
  await selectMenuItem(admin.page, "More about this comment", "Delete as a moderator")
  await admin.page.getByRole("button", { name: "Delete permanently" }).click()
  await expectToast(admin.page, "Comment deleted")

  await openPage(admin.page, "/reef/moderation")
  await admin.page.getByLabel("Wallet address").fill(author.account.address)
  await admin.page.getByRole("button", { name: "Mute", exact: true }).click()
  await admin.page.getByRole("dialog").getByRole("button", { name: "Mute" }).click()
  await expectToast(admin.page, "Wallet muted")
  await openPage(author.page, "/reef/new")
  await expect(author.page.getByText("Your wallet is muted")).toBeVisible()
})

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

test("a post with 5,000 comments opens at once and shows more when asked", async ({ page }) => {
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

test("a post has a picture of its own, as long as it is there", async ({ page, request }) => {
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

test("a comment's own address shows its thread alone", async ({ page }) => {
  const id = await storePost({ title: `Shared ${uniqueWord()}` })
  await storeComments(id, 3)
  await page.goto(`/reef/${id}`)
  const one = await comment(page, "Comment 2").getAttribute("id")
  await page.goto(`/reef/${id}?thread=${one}#${one}`)
  await expect(comment(page, "Comment 2")).toBeInViewport()
  await expect(page.getByText("Comment 1", { exact: true })).toHaveCount(0)
  await page.getByRole("link", { name: "See all comments" }).click()
  await expect(page.getByText("Comment 1", { exact: true })).toBeVisible()
})

test("a blocked wallet's comment is out of sight until it is unblocked", async ({ page }) => {
  const id = await storePost({ title: `Blocked ${uniqueWord()}` })
  await storeComments(id, 1)
  await page.goto(`/reef/${id}`)
  await comment(page, "Comment 1").getByRole("button", { name: "More about this comment" }).click()
  await page.getByRole("menuitem", { name: "Block this wallet" }).click()
  await expect(page.getByText("Comment 1", { exact: true })).toHaveCount(0)
  await expect(page.getByText(/^Comment by .* blocked by you/)).toBeVisible()
  await page.goto("/reef")
  await page.getByText("Muted and blocked").click()
  await page.getByRole("button", { name: /^Unblock/ }).click()
  await page.goto(`/reef/${id}`)
  await expect(page.getByText("Comment 1", { exact: true })).toBeVisible()
})

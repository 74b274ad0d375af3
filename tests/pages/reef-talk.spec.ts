import type { Page } from "@playwright/test"
import {
  deepTest,
  expectToast,
  grantReportPoints,
  moderator,
  openPage,
  openPost,
  selectMenuItem,
  storeComments,
  storePost,
  storeReports,
  test,
} from "./helpers/reef"
import { uniqueWord } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
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

test("a vote counts at once, stays, can be taken back, and is explained when it is refused", {
  tag: "@long",
}, async ({ page, wallet, account, expectedNoise }) => {
  expectedNoise.push(/429/)
  const other = await storePost({ title: `Vote ${uniqueWord()}` })
  const own = await storePost({ title: "Mine", wallet: account.address.toLowerCase() })
  await rememberSession(page, wallet)
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

  const usedUp = { error: "Used up", code: "QUOTA_EXCEEDED", requestId: "x" }
  await page.route("**/api/reef/vote/*", (route) => route.fulfill({ status: 429, json: usedUp }))
  await voteButton(page).click()
  await expect(page.getByRole("region", { name: /Messages/ })).toContainText("reached the limit")
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "false")
  await expect(voteButton(page)).toHaveAccessibleName(/0 votes$/)

  await openPost(page, own)
  await page.getByRole("button", { name: /^Votes for this post/ }).click({ force: true })
  await expectToast(page, "You cannot vote on your own post")
})

deepTest("who is not signed in is asked to be, and the vote follows", async ({ page, wallet }) => {
  const id = await storePost({ title: `Later ${uniqueWord()}` })
  await openPost(page, id)
  await connect(page, wallet)
  await voteButton(page).click()
  const dialog = page.getByRole("dialog", { name: "Sign in to vote" })
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "false")
  await voteButton(page).click()
  await dialog.getByRole("button", { name: "Sign in with this wallet" }).click()
  await expect(voteButton(page)).toHaveAttribute("aria-pressed", "true")
  await expect(voteButton(page)).toHaveAccessibleName(/1 vote$/)
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

deepTest(
  "a thread is four levels deep, and answers below it call whom they answer",
  async ({ visitor }) => {
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
  },
)

deepTest("a comment is edited and deleted, and its answers stay", async ({ visitor }) => {
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

deepTest("readers report, a moderator decides, and the author is told", async ({ visitor }) => {
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
      { exact: true },
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

  // Stored past the service, of which no open page hears: a kept page may be a second older.
  await storeComments(id, 1)
  // What was hidden can be found and shown again.
  await openPage(admin.page, "/reef/moderation")
  const decisions = admin.page.getByRole("list").filter({ hasText: "It promises profits" })
  await decisions.getByRole("link", { name: title }).first().click()
  await expect(admin.page.getByText("This post is hidden")).toBeVisible()
  await admin.page.getByRole("button", { name: "Unhide post" }).click()
  await admin.page.getByRole("dialog").getByRole("button", { name: "Unhide post" }).click()
  await expect(admin.page.getByRole("heading", { level: 1 })).toHaveText(title)
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

deepTest(
  "a comment's own address shows its thread alone, and a blocked wallet's comments nowhere",
  async ({ page }) => {
    const id = await storePost({ title: `Shared ${uniqueWord()}` })
    await storeComments(id, 3)
    await page.goto(`/reef/${id}`)
    const one = await comment(page, "Comment 2").getAttribute("id")
    await page.goto(`/reef/${id}?thread=${one}#${one}`)
    await expect(comment(page, "Comment 2")).toBeInViewport()
    await expect(page.getByText("Comment 1", { exact: true })).toHaveCount(0)
    await page.getByRole("link", { name: "See all comments" }).click()
    await expect(page.getByText("Comment 1", { exact: true })).toBeVisible()

    await comment(page, "Comment 1")
      .getByRole("button", { name: "More about this comment" })
      .click()
    await page.getByRole("menuitem", { name: "Block this wallet" }).click()
    await expect(page.getByText("Comment 1", { exact: true })).toHaveCount(0)
    await expect(page.getByText(/^Comment by .* blocked by you/).first()).toBeVisible()
    await page.goto("/reef")
    await page.getByText("Muted and blocked").click()
    await page.getByRole("button", { name: /^Unblock/ }).click()
    await page.goto(`/reef/${id}`)
    await expect(page.getByText("Comment 1", { exact: true })).toBeVisible()
  },
)

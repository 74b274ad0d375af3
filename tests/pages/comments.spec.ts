import type { Page } from "@playwright/test"
import { type Address, parseEther } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { buy, claimUsdb, freshAccount, launchToken, syncTransaction } from "./helpers/chain"
import { rows as databaseRows } from "./helpers/database"
import { buyShares, createMarket, fundForMarkets } from "./helpers/markets"
import { horizontalOverflow, uniqueWord } from "./helpers/scrolling"
import { post, rememberSession, sessionOf } from "./helpers/session"
import { smallTargets } from "./helpers/target-size"
import { deepTest, expect, test, walletButton } from "./helpers/test"

const card = (page: Page) => page.locator("#comments")
const rows = (page: Page) => card(page).getByTestId("comment")
const left = (page: Page) => card(page).getByTestId("comments-left")
const field = (page: Page) => card(page).getByLabel("Your comment")
const send = (page: Page) => card(page).getByRole("button", { name: "Comment", exact: true })

/** A token of its own, and where it is talked about. */
async function launched(creator: PrivateKeyAccount) {
  const symbol = uniqueWord()
  const token = await launchToken(creator, { symbol })
  return { symbol, token, path: `/tokens/${token}?tab=comments` }
}

const listed = z.object({ id: z.int() })

/** Comments of the creator, numbered; they need no trade. */
async function addComments(
  token: Address,
  creator: PrivateKeyAccount,
  { count, text = "Comment" }: { count: number; text?: string },
) {
  const query = "select project_id as id from token where address = $1"
  const [project] = await databaseRows(listed, query, [token.toLowerCase()])
  const cookie = await sessionOf(creator)
  for (let number = 1; number <= count; number++) {
    const content = `${text} ${number}`
    const body = { projectId: project?.id, content, authorAddress: creator.address }
    await post("/api/comments", body, cookie)
  }
}

async function bought(trader: PrivateKeyAccount, token: Address, usd: string) {
  const { transactionHash } = await buy(trader, token, parseEther(usd))
  await syncTransaction(transactionHash)
  return transactionHash
}

async function write(page: Page, text: string) {
  await field(page).fill(text)
  await send(page).click()
  await expect(page.getByText("Comment published").first()).toBeVisible()
  await expect(field(page)).toHaveValue("")
}

test("a trade earns a comment, which stays used when it is deleted", { tag: "@long" }, async ({
  page,
  account,
  wallet,
}) => {
  const { symbol, token, path } = await launched(await freshAccount())
  await page.goto(path)
  await expect(card(page)).toContainText("No comments yet")
  await expect(left(page)).toHaveText("Each trade of 5 USD or more earns one comment.")
  await card(page).getByRole("button", { name: "Connect a wallet to comment" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Test Wallet" }).click()
  await expect(walletButton(page, wallet.account)).toBeVisible()
  await expect(left(page)).toHaveText(/Trade to comment/)
  await expect(card(page).getByRole("link", { name: "Trade to earn a comment" })).toBeVisible()

  await claimUsdb(account)
  await bought(account, token, "4.9")
  const hash = await bought(account, token, "20")
  await expect(left(page)).toHaveText("1 comment left; each trade of 5 USD or more earns one.")

  // What is written survives until somebody has signed in, and a reload.
  await field(page).fill(`Kelp is food, ${symbol} is <b>not</b>`)
  await page.reload()
  await expect(field(page)).toHaveValue(`Kelp is food, ${symbol} is <b>not</b>`)
  // One press signs in and sends it.
  await card(page).getByRole("button", { name: "Sign in and comment" }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`Kelp is food, ${symbol} is <b>not</b>`)
  await expect(rows(page)).toContainText("You")
  await expect(rows(page)).toContainText(new RegExp(`holds [\\d.,]+ ${symbol}`))
  const trade = rows(page).getByRole("link", { name: "earned by a buy" })
  await expect(trade).toHaveAttribute("href", `/tx/${hash}`)
  await expect(card(page)).toContainText("1 total")
  await expect(field(page)).toHaveValue("")
  await expect(left(page)).toHaveText(/No comments left/)
  await expect(send(page)).toBeHidden()

  await rows(page).getByRole("button", { name: "Delete" }).click()
  const dialog = page.getByRole("dialog", { name: "Delete this comment?" })
  await expect(dialog).toContainText("The trade that earned it stays used")
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole("button", { name: "Delete" }).click()
  await dialog.getByRole("button", { name: "Delete comment" }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(card(page)).toContainText("0 total")
  await expect(left(page)).toHaveText(/No comments left/)
})

deepTest(
  "open pages show a new comment by themselves, and the service's own no",
  async ({ page, account, wallet, context, expectedNoise }) => {
    expectedNoise.push(/403 \(Forbidden\)/)
    const { token, path } = await launched(await freshAccount())
    await claimUsdb(account)
    await bought(account, token, "10")
    await rememberSession(page, wallet)
    await page.goto(path)
    await expect(send(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto(path)
    await expect(send(other)).toBeVisible()
    // The other tab does not yet know what this one does.
    await other.route(`**/tokens/${token}/comment-allowance?*`, (route) => route.abort())
    await field(other).fill("Too late")
    await write(page, "First")
    await expect(rows(other)).toHaveCount(1)
    await expect(rows(other)).toContainText("First")
    await send(other).click()
    await expect(card(other)).toContainText("Each comment requires a trade of this token")
    await expect(card(other)).toContainText("Trade the token first")
    await expect(field(other)).toHaveValue("Too late")
  },
)

deepTest(
  "the creator comments without any trade, and not at any length",
  async ({ page, account, wallet }) => {
    const { path } = await launched(account)
    await rememberSession(page, wallet)
    await page.goto(path)
    await expect(left(page)).toHaveText("As the creator you can comment without trading.")
    await expect(send(page)).toBeDisabled()
    await field(page).fill("🌊".repeat(2_001))
    await expect(card(page)).toContainText("2,001 / 2,000")
    await expect(card(page)).toContainText("At most 2,000 characters")
    await expect(send(page)).toBeDisabled()
    await field(page).fill("🌊".repeat(2_000))
    await expect(send(page)).toBeEnabled()
    await write(page, "One")
    await write(page, "Two")
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText("Two")
    await expect(rows(page).first()).toContainText("Creator")
    await expect(
      rows(page)
        .first()
        .getByRole("link", { name: /earned by/ }),
    ).toHaveCount(0)
  },
)

deepTest(
  "a purchase of shares earns a comment on the market, shown with the position",
  async ({ page, account, wallet }) => {
    const creator = await freshAccount()
    await fundForMarkets(creator)
    const market = await createMarket(creator, { name: `Will ${uniqueWord()} rise?` })
    await fundForMarkets(account)
    // Five with tax: less than five enter the pool.
    await buyShares(account, market, 0, "5")
    await rememberSession(page, wallet)
    await page.goto(`/markets/${market.token}`)
    await expect(left(page)).toHaveText(/each trade of 5 USD or more, after tax, earns one/)
    await expect(send(page)).toBeHidden()
    await buyShares(account, market, 1, "25")
    await expect(left(page)).toHaveText(/^1 comment left/)
    await write(page, "Never")
    await expect(rows(page)).toContainText(/holds [\d.,]+ No, [\d.,]+ Yes/)
    await expect(rows(page).getByRole("link", { name: "earned by a buy" })).toBeVisible()
  },
)

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  deepTest("the comments are there, twenty at a time", async ({ page, account }) => {
    const { token, path } = await launched(account)
    await addComments(token, account, { count: 23 })
    await page.goto(path, { waitUntil: "load" })
    await expect(rows(page)).toHaveCount(20)
    await expect(rows(page).first()).toContainText("Comment 23")
    await card(page).getByRole("link", { name: "Older comments" }).click()
    await expect(rows(page)).toHaveCount(3)
    await card(page).getByRole("link", { name: "Newest comments" }).click()
    await expect(rows(page)).toHaveCount(20)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  deepTest("everything fits and can be pressed", async ({ page, account, wallet }) => {
    const { token, path } = await launched(account)
    const text = `${"w".repeat(300)} https://kelp.example/${"a".repeat(120)}`
    await addComments(token, account, { count: 2, text })
    await rememberSession(page, wallet)
    await page.goto(path)
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first().getByRole("button", { name: "Delete" })).toBeVisible()
    await expect(send(page)).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    expect(await smallTargets(page)).toEqual([])
  })
})

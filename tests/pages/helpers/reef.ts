import type { BrowserContext, Page } from "@playwright/test"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { encodeId } from "@/lib/http/opaque-ids"
import { EDITS_PER_COOLDOWN } from "@/lib/reef/constants"
import { adminAccount } from "@/scripts/testing/admin"
import { freshAccount } from "./chain"
import { rows, sql } from "./database"
import { rememberSession } from "./session"
import { stack } from "./stack"
import { type Arguments, expect, test as singleTest, waitForHydration } from "./test"
import { installWallet, TestWallet } from "./wallet"

/** The operator's wallet: it moderates. */
export const moderator = adminAccount(stack.mnemonic ?? "")

const insertedRow = z.object({ id: z.string() })

type Post = { wallet?: string; title: string; body?: string | null; section?: string; age?: number }

/** A post as the service would have stored it, `age` minutes ago; answers its id. */
export async function storePost({ wallet, title, body, section, age = 0 }: Post): Promise<string> {
  const [row] = await rows(
    insertedRow,
    `insert into reef_post (wallet, section, title, body, content_hash, created_at)
    values ($1, $2, $3, $4, sha256($3::text::bytea), now() - $5 * interval '1 minute')
    returning id::text`,
    [wallet ?? (await randomWallet()), section ?? "mixed", title, body ?? null, age],
  )
  if (!row) throw new Error("The post was not stored")
  return encodeId(row.id)
}

/** Several at once, the first the newest. */
export async function storePosts(titles: readonly string[]) {
  await sql(
    `insert into reef_post (wallet, section, title, content_hash, created_at)
    select $1, 'mixed', title, sha256(title::bytea), now() - place * interval '1 minute'
    from unnest($2::text[]) with ordinality as given (title, place)`,
    [await randomWallet(), titles],
  )
}

/** So many comments on a post, all on its first level. */
export async function storeComments(post: string, count: number) {
  const row = rowOf(post)
  await sql(
    `with said as (
      insert into reef_comment (post_id, depth, wallet, message, created_at)
      select $1, 0, $2, 'Comment ' || n, now() - ($3 - n) * interval '1 second'
      from generate_series(1, $3) as n returning id
    ) update reef_post set comment_count = (select count(*) from said) where id = $1`,
    [row, await randomWallet(), count],
  )
}

/** Has open pages read themselves again, as the service does after a write. */
export async function notifyPostChanged(post: string) {
  const topics = ["change", "change:reef", `change:reef:${post}`]
  await sql("insert into stream_event (kind, key, topics, data) values ('change', '', $1, '{}')", [
    topics,
  ])
  await sql("select pg_notify('atoll_index', $1)", [JSON.stringify({ block: null, head: null })])
}

/** 500 points, from which on a wallet may report. */
export async function grantReportPoints({ address }: PrivateKeyAccount) {
  await sql(
    `insert into wallet_points (wallet, total, reached_at, computed_at)
    values ($1, 500, now(), now()) on conflict (wallet) do update set total = 500`,
    [address.toLowerCase()],
  )
}

/** As if the wallet had just edited as often as it may in a minute. */
export const useUpEdits = ({ address }: PrivateKeyAccount) =>
  sql(
    `insert into reef_member (wallet, recent_edits) values ($1, array_fill(now(), array[$2::int]))
    on conflict (wallet) do update set recent_edits = excluded.recent_edits`,
    [address.toLowerCase(), EDITS_PER_COOLDOWN],
  )

/** Open reports of others. */
export async function storeReports(post: string, count: number) {
  for (let n = 0; n < count; n++) {
    await sql("insert into reef_report (post_id, wallet, reason) values ($1, $2, 'Spam')", [
      rowOf(post),
      await randomWallet(),
    ])
  }
  await sql("update reef_post set report_count = $2 where id = $1", [rowOf(post), count])
}

/** As a moderator would. */
export const hidePost = (post: string) =>
  sql("update reef_post set hidden_at = now(), hidden_by = 'admin' where id = $1", [rowOf(post)])

const rowOf = (id: string) =>
  [...id.slice(1)].reduce((sum, digit) => sum * 36 + Number.parseInt(digit, 36), 0)

const randomWallet = async () => (await freshAccount()).address.toLowerCase()

export type Visitor = { page: Page; account: PrivateKeyAccount; wallet: TestWallet }

type Fixtures = {
  /** Somebody with a browser of their own, signed in. */
  visitor: (account?: PrivateKeyAccount) => Promise<Visitor>
}

/** With further people, whose browsers are gone when the test is over. */
export const test = singleTest.extend<Fixtures>({
  visitor: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (owner) => {
      const account = owner ?? (await freshAccount())
      const context = await browser.newContext({ baseURL: stack.url })
      contexts.push(context)
      const wallet = new TestWallet(account)
      await installWallet(context, wallet)
      const page = await context.newPage()
      await rememberSession(page, wallet)
      return { page, account, wallet }
    })
    for (const context of contexts) await context.close()
  },
})

/** A test that only `npm test -- --deep` runs, as that of `test.ts`. */
export const deepTest = (title: string, body: (fixtures: Arguments & Fixtures) => Promise<void>) =>
  test(title, { tag: "@deep" }, body)

/** Opens a page of the Reef and waits until it knows who is there. */
export async function openPage(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
}

export const openPost = (page: Page, id: string) => openPage(page, `/reef/${id}`)

export async function selectMenuItem(page: Page, trigger: string, item: string) {
  await page.getByRole("button", { name: trigger }).first().click()
  await page.getByRole("menuitem", { name: item }).click()
}

export const expectToast = (page: Page, title: string) =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible()

/** The posts of the feed. */
export const posts = (page: Page) =>
  page.getByRole("list", { name: "Posts", exact: true }).getByRole("article")

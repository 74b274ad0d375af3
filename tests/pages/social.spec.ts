import { readFileSync } from "node:fs"
import path from "node:path"
import type { Page } from "@playwright/test"
import { moltbookPost, networks, sendJson, startNetworks, tweet } from "../helpers/network-server"
import { rememberSession } from "./helpers/session"
import { deepTest, expect, test } from "./helpers/test"

/** X and Moltbook are served where the environment looks for them. */
let stop = async () => {}
test.beforeAll(async () => {
  const port = readFileSync(path.join(process.env.STACK_DIR ?? "", "networks-port"), "utf8")
  const served = await startNetworks(Number(port))
  stop = async () => {
    await served.stop()
  }
})
test.afterAll(() => stop())
test.beforeEach(() => {
  networks.answer = null
})
test.describe.configure({ mode: "serial" })

const cardOf = (page: Page, title: string) =>
  page
    .locator("section, article, div")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
    .last()

deepTest(
  "an X account is linked by a post, and its posts are submitted",
  async ({ page, wallet, account, expectedNoise }) => {
    expectedNoise.push(/503 \(Service Unavailable\)/)
    await rememberSession(page, wallet)
    await page.goto("/account")
    await page.getByRole("button", { name: "Link by a post" }).click()
    const text =
      (await page
        .getByText(/^atoll-|verif/i)
        .first()
        .textContent()) ?? ""
    const handle = `tide_${account.address.slice(2, 8).toLowerCase()}`
    const field = page.getByLabel("Address of the post")

    networks.answer = (_, response) => sendJson(response, 500, {})
    await field.fill(tweet(handle, text))
    await page.getByRole("button", { name: "Verify" }).click()
    await expect(page.getByText("An external service is not responding.")).toBeVisible()
    await expect(page.getByRole("button", { name: /^Try again in \d+ s$/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    )
    networks.answer = null
    await page.getByRole("button", { name: "Verify" }).click()
    await expect(page.getByText(`@${handle}`)).toBeVisible()

    await page.getByLabel("Address of your post").fill(tweet(handle, "The tide turns @AtollHQ"))
    await page.getByRole("button", { name: "Submit post" }).first().click()
    await expect(page.getByText("Verified", { exact: true })).toBeVisible()
  },
)

deepTest(
  "a Moltbook account is linked by a post, and a missing configuration says so",
  async ({ page, wallet, account, expectedNoise }) => {
    expectedNoise.push(/503 \(Service Unavailable\)/)
    await rememberSession(page, wallet)
    await page.goto("/account")
    const card = cardOf(page, "Moltbook")
    const name = `reef-${account.address.slice(2, 8).toLowerCase()}`
    await card.getByLabel("Name at Moltbook").fill(name)
    await card.getByRole("button", { name: "Get a code" }).click()
    const code = (await card.locator("p.font-mono").textContent()) ?? ""
    await card.getByLabel("The post").fill(moltbookPost({ author: name, title: code }))
    await card.getByRole("button", { name: "Verify" }).click()
    await expect(card.getByText(`Linked to ${name}`)).toBeVisible()

    await page.route("**/api/v1/social/verify-moltbook-post", (route) =>
      route.fulfill({ status: 503, json: { error: "Not configured", code: "NOT_CONFIGURED" } }),
    )
    await card.getByLabel("Your post").fill(crypto.randomUUID())
    await card.getByRole("button", { name: "Submit post" }).click()
    await expect(card.getByText("The operator of this site has not set up Moltbook.")).toBeVisible()
    await expect(card.getByRole("button", { name: "Submit post" })).toBeHidden()
  },
)

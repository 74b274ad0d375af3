import type { Page } from "@playwright/test"
import { isDeep } from "@/tests/helpers/deep"
import { contracts } from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { deepTest, expect, test } from "./helpers/test"

const PHONE = { width: 390, height: 844 }

const choice = (page: Page, name: string) =>
  page.getByRole("group", { name: "Language" }).first().getByRole("radio", { name })

deepTest(
  "an example is shown in the chosen language on every page, and copied",
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.goto("/docs/api/getApiV1Tokens")
    const main = page.getByRole("main")
    await expect(main.getByText("createAtoll").first()).toBeHidden()
    await choice(page, "TypeScript").check({ force: true })
    await expect(main.getByText("createAtoll").first()).toBeVisible()
    await main.getByRole("button", { name: "Copy" }).filter({ visible: true }).first().click()
    await expect(main.getByRole("button", { name: "Copied" })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      'await atoll.api.GET("/api/v1/tokens")',
    )

    await page.goto("/docs/api/postApiV1Quote")
    await expect(choice(page, "TypeScript")).toBeChecked()
  },
)

deepTest("the documentation is searched, and its pages follow each other", async ({ page }) => {
  await page.goto("/docs")
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("resume stream")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/docs/search?q=resume+stream")
  await page.getByRole("main").getByRole("link", { name: "Resume" }).first().click()
  await expect(page).toHaveURL("/docs/streams#resume")
  await expect(page.getByRole("heading", { name: /^Resume/ })).toBeInViewport()
  await page.getByRole("link", { name: /^Previous:/ }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Price rounds")
  await page.goto("/docs/search?q=zzzz")
  await expect(page.getByText("Nothing has all of these words.")).toBeVisible()
})

test.describe("a form", () => {
  test.use({ expectedNoise: [/401 \(Unauthorized\)/] })

  test("an operation is tried from its page, by this site's address alone", {
    tag: "@long",
  }, async ({ page }) => {
    await page.goto("/docs/api/getApiV1TokensAddress")
    await page.getByRole("button", { name: "Fill in a request" }).click()
    const form = page.getByRole("region", { name: "Try it" })
    await form.getByLabel("API key").fill("unknown")
    await form.getByLabel("address", { exact: true }).fill(contracts.mainToken)
    const sent = page.waitForRequest(/\/api\/v1\/tokens\/0x/)
    await form.getByRole("button", { name: "Send GET" }).click()
    const request = await sent
    expect(new URL(request.url()).origin).toBe(new URL(page.url()).origin)
    expect(request.headers()["x-api-key"]).toBe("unknown")
    expect(request.headers().cookie).toBeUndefined()
    await expect(form.getByRole("status")).toContainText("401")
    await expect(form.getByText("INVALID_API_KEY")).toBeVisible()
    // Kept for the next operation, in this tab alone.
    await page.goto("/docs/api/getApiV1Tokens")
    await page.getByRole("button", { name: "Fill in a request" }).click()
    await expect(page.getByLabel("API key")).toHaveValue("unknown")
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("unknown")
  })
})

deepTest("links of before lead to the page of their operation", async ({ page }) => {
  await page.goto("/docs#/Tokens/getApiV1Tokens")
  await expect(page).toHaveURL("/docs/api/getApiV1Tokens")
})

deepTest("no page is wider than a phone", async ({ page }) => {
  await page.setViewportSize(PHONE)
  const pages = ["/docs", "/docs/errors", "/docs/api", "/docs/api/postApiV1Quote"]
  // The accessibility spec has looked at pages like the others.
  for (const path of isDeep ? pages : pages.slice(-1)) {
    await page.goto(path)
    expect(await horizontalOverflow(page), path).toBe(0)
  }
  await page.getByText("Contents", { exact: true }).click()
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "MCP" })
    .click()
  await expect(page).toHaveURL("/docs/mcp")
})

test("the packages that the guide names are there", { tag: "@long" }, async ({ request }) => {
  for (const name of ["atoll-sdk.tgz", "atoll-sdk-python.tar.gz"]) {
    const answer = await request.get(`/sdk/${name}`)
    expect(answer.status()).toBe(200)
    // The first bytes of a gzip file.
    expect((await answer.body()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  }
})

deepTest(
  "pages are there as Markdown, by their ending and by the Accept header",
  async ({ page, request }) => {
    const address = `/tokens/${contracts.mainToken}`
    for (const path of [address, "/docs", "/docs/streams", "/markets", "/launchpad", "/"]) {
      const html = await request.get(path)
      expect(html.headers().link).toContain('</llms.txt>; rel="describedby"')
      expect(html.headers()["content-type"]).toBe("text/html; charset=utf-8")
      expect(html.headers().vary?.split(/, */)).toContain("Accept")
      const byEnding = await request.get(path === "/" ? "/index.md" : `${path}.md`)
      const byHeader = await request.get(path, { headers: { accept: "text/markdown" } })
      for (const answer of [byEnding, byHeader]) {
        expect(answer.status()).toBe(200)
        expect(answer.headers()["content-type"]).toBe("text/markdown; charset=utf-8")
        expect(await answer.text()).toMatch(/^# /)
      }
      // The page is still the page for whoever comes next.
      expect(await (await request.get(path)).text()).toMatch(/^<!DOCTYPE html>/)
    }
    const missing = await request.get(`/tokens/0x${"ab".repeat(20)}.md`)
    expect(missing.status()).toBe(404)
    expect(await missing.text()).toMatch(/^# Not found/)
    expect((await request.get("/docs/nothing")).status()).toBe(404)
    await page.goto(address)
    const link = page.locator('link[rel="alternate"][type="text/markdown"]')
    await expect(link).toHaveAttribute("href", new RegExp(`${address}\\.md$`, "i"))
  },
)

import { expect, test } from "./helpers/test"

const UNKNOWN = `0x${"ab".repeat(20)}`

const missing = [
  { path: "/nowhere", title: "Page not found" },
  { path: "/nowhere/at/all", title: "Page not found" },
  { path: `/tokens/${UNKNOWN}`, title: "Token not found" },
  { path: `/tokens/0x${"0".repeat(39)}1`, title: "Token not found" },
  { path: "/tokens/0x123", title: "Token not found" },
  { path: "/tokens/tide", title: "Token not found" },
  { path: `/markets/${UNKNOWN}`, title: "Market not found" },
  { path: "/markets/0x12", title: "Market not found" },
  { path: `/launch/${UNKNOWN}`, title: "Launch not found" },
  { path: "/launch/tide", title: "Launch not found" },
  { path: "/reef/nothing", title: "Post not found" },
  { path: "/wallets/vitalik", title: "Not a wallet address" },
  { path: "/portfolio/vitalik", title: "Not a wallet address" },
  { path: "/rounds/btc", title: "Page not found" },
  { path: "/rounds/btc/7m", title: "Page not found" },
  { path: "/rounds/gold/5m", title: "Page not found" },
  { path: "/tx/0x12", title: "Not a transaction hash" },
  { path: "/tx/tx", title: "Not a transaction hash" },
  { path: `/tx/0x${"g".repeat(64)}`, title: "Not a transaction hash" },
  { path: `/tx/0x${"1".repeat(65)}`, title: "Not a transaction hash" },
]

for (const { path, title } of missing) {
  test(`the answer itself says what is missing: ${path}`, async ({ request }) => {
    const response = await request.get(path, { headers: { Accept: "text/html" } })
    expect(response.status()).toBe(404)
    const html = await response.text()
    // A script would carry the same words; these stand in the document.
    const document = html.replace(/<script.*?<\/script>/gs, "")
    expect(document).toContain(`<h1>${title}</h1>`)
    expect(document).toContain(`<title>${title} · Atoll</title>`)
    expect(document).toMatch(/<meta name="robots" content="noindex/)
    expect(document).toMatch(/<form[^>]* action="\/search"/)
    for (const href of ["/", "/markets", "/launchpad", "/reef"]) {
      expect(document).toMatch(new RegExp(`<a[^>]* href="${href}"`))
    }
  })
}

test("pictures are not made smaller for whoever asks", async ({ request }) => {
  const response = await request.get("/_next/image?url=%2Ficons%2F512.png&w=64&q=75")
  expect(response.status()).toBe(404)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the search of a missing page works", async ({ page, expectedNoise }) => {
    expectedNoise.push(/404 \(Not Found\)/)
    await page.goto(`/tokens/${UNKNOWN}`)
    await page.getByRole("main").getByRole("searchbox").fill("TIDE")
    await page.getByRole("main").getByRole("button", { name: "Search" }).click()
    await page.waitForURL("**/search?q=TIDE")
    await expect(page.getByRole("main").getByRole("link", { name: /TIDE/ }).first()).toBeVisible()
  })
})

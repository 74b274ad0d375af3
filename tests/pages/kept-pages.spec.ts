import { storePost } from "./helpers/reef"
import { uniqueWord } from "./helpers/scrolling"
import { expect, test } from "./helpers/test"

const scriptSources = (policy: string | undefined) => /script-src ([^;]*)/.exec(policy ?? "")?.[1]

test("runs its own scripts, and none that somebody has put into it", async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(
    /violates the following Content Security Policy directive/,
    /^Refused by the policy: script-src-(elem|attr) inline/,
    /404 \(Not Found\)/,
  )
  await page.route("**/markets", async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const injected = `<script>window.injected = 1</script><img src="/none.png" onerror="window.injected = 2">`
    await route.fulfill({ response, body: html.replace("<main", `${injected}<main`) })
  })
  const response = await page.goto("/markets")
  const sources = scriptSources(response?.headers()["content-security-policy"])
  expect(sources).toMatch(/^'self' 'nonce-[\w+/]{22}==' 'strict-dynamic'$/)
  await page.getByRole("button", { name: "Connect wallet" }).first().click()
  await expect(page.getByRole("dialog")).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, "injected"))).toBeUndefined()
})

test("is the same for somebody who is signed in, and shows within a second what was written", async ({
  request,
}) => {
  await expect(async () => {
    const first = await request.get("/reef", { headers: { cookie: "atoll_session=anything" } })
    const second = await request.get("/reef")
    expect(first.headers().etag).toBe(second.headers().etag)
    expect(await first.text()).toBe(await second.text())
  }).toPass()
  const title = `Kept ${uniqueWord()}`
  await storePost({ title })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await (await request.get("/reef?sort=new")).text()).toContain(title)
})

import { parseEther } from "viem"
import { buy, claimUsdb, freshAccount, launchToken } from "./helpers/chain"
import { uniqueWord } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { smallTargets } from "./helpers/target-size"
import { deepTest, expect, test } from "./helpers/test"

const PHONE = { width: 360, height: 740 }

test("shows a missing page once, without reading it again", async ({ page, expectedNoise }) => {
  expectedNoise.push(/404 \(Not Found\)/)
  let loads = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/nowhere") loads += 1
  })
  await page.goto("/nowhere")
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block/)
  expect(loads).toBe(1)
})

deepTest(
  "gives a connected wallet's controls the size of a finger on a phone",
  async ({ page, wallet }) => {
    const trader = await freshAccount()
    await claimUsdb(trader)
    const token = await launchToken(trader, { symbol: uniqueWord() })
    await buy(trader, token, parseEther("1"))
    await page.setViewportSize(PHONE)
    await rememberSession(page, wallet)
    const owner = `/portfolio/${trader.address.toLowerCase()}`
    for (const path of ["/account", `/tokens/${token}`, owner, "/launch?step=review", "/faucet"]) {
      await page.goto(path)
      await expect(page.getByRole("button", { name: /^Your wallet/ })).toBeVisible()
      await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block/)
      await expect
        .poll(async () => {
          // One by one they could be replaced meanwhile by the part whose place they have kept.
          // The navigation's menu would cover what is below it.
          await page.locator("main details").evaluateAll((all) => {
            for (const each of all) each.setAttribute("open", "")
          })
          return smallTargets(page)
        }, path)
        .toEqual([])
    }
  },
)

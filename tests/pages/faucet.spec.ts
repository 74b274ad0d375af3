import { zeroAddress } from "viem"
import { WAD } from "@/lib/units"
import { balanceOf, contracts, freshAccount, referrerOf } from "./helpers/chain"
import { sql } from "./helpers/database"
import { disconnectNode } from "./helpers/node-outage"
import { rememberSession } from "./helpers/session"
import { connect, deepTest, expect, rememberWallet, test } from "./helpers/test"

test("the service pays what the signals allow, and the referrer of a link on another page", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const { address } = wallet.account
  const inviter = await freshAccount()
  await rememberSession(page, wallet)
  await page.goto(`/?ref=${inviter.address}`)
  await page.goto("/faucet")
  const signals = page.getByRole("list", { name: "Signals" })
  await expect(signals.locator("[data-state=unmet]")).toHaveCount(5)
  await expect(page.getByText("This wallet gets none of these yet")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Daily claim" })).toBeVisible()
  await sql("insert into agent (wallet, agent_id, name) values ($1, $2, 'Claimant')", [
    address.toLowerCase(),
    Date.now(),
  ])
  await page.reload()
  await expect(signals.locator("[data-state=met]")).toHaveCount(1)
  await expect(page.getByText("You were referred by")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Daily claim" })).toBeHidden()
  await page.getByRole("button", { name: "Claim 150 USDB" }).click()
  await expect(page.getByText("150 USDB claimed")).toBeVisible()
  await expect(page.getByTestId("cooldown")).toHaveText(/^23 h 5\d min$/)
  expect(await balanceOf(contracts.usdb, address)).toBe(150n * WAD)
  expect(await referrerOf(address)).toBe(inviter.address)
})

deepTest(
  "claims USDB once a day and names who invited, and nothing when the wallet declines",
  async ({ page, wallet }) => {
    const inviter = await freshAccount()
    await page.goto(`/faucet?ref=${inviter.address}`)
    await expect(page.getByText("You were referred by")).toBeVisible()
    await connect(page, wallet)
    wallet.decline("eth_sendTransaction")
    await page.getByRole("button", { name: "Claim 100 USDB" }).click()
    await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
    expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(0n)
    await page.getByRole("button", { name: "Claim 100 USDB" }).click()
    await expect(page.getByText("100 USDB claimed")).toBeVisible()
    await expect(page.getByText("once Atoll has indexed it")).toBeHidden()
    // What is over for today is no failure, and the way on is at hand.
    await expect(page.locator("li[data-state=later]")).toHaveText(/Claimed, again in 23 h 5\d min/)
    await expect(page.locator("li[data-state=unmet]")).toHaveCount(0)
    await expect(page.getByRole("link", { name: "Trade a market" })).toBeVisible()
    await expect(page.getByTestId("cooldown")).toHaveText(/^23 h 5\d min$/)
    await expect(page.getByText("100 USDB", { exact: true })).toHaveCount(2)
    expect(await balanceOf(contracts.usdb, wallet.account.address)).toBe(100n * WAD)
    expect(await referrerOf(wallet.account.address)).toBe(inviter.address)
  },
)

deepTest(
  "copies the referral link, and leaves out an invitation by oneself",
  async ({ page, wallet, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await rememberWallet(page, wallet)
    await page.goto(`/faucet?ref=${wallet.account.address}`)
    await expect(page.getByText("This is your own referral link")).toBeVisible()
    await page.getByRole("button", { name: "Copy referral link" }).click()
    await expect(page.getByText("Copied")).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(copied).searchParams.get("ref")).toBe(wallet.account.address.toLowerCase())
    await page.getByRole("button", { name: "Claim 100 USDB" }).click()
    await expect(page.getByText("100 USDB claimed")).toBeVisible()
    expect(await referrerOf(wallet.account.address)).toBe(zeroAddress)
  },
)

deepTest(
  "says that the chain cannot be reached, and goes on when it can",
  async ({ page, wallet, expectedNoise }) => {
    expectedNoise.push(/ERR_CONNECTION_REFUSED/)
    const restore = await disconnectNode(page)
    await page.goto("/faucet")
    await connect(page, wallet)
    await expect(page.getByText("The chain cannot be reached.")).toBeVisible()
    // It also asks by itself now and then: once the chain is back, there may be nothing left to press.
    await page.getByRole("button", { name: "Try again" }).click()
    restore()
    await expect(page.getByRole("button", { name: "Claim 100 USDB" })).toBeVisible()
  },
)

import type { Page } from "@playwright/test"
import { type Address, parseEther, zeroAddress } from "viem"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { balanceOf, contracts, freshAccount, publicClient } from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { stack } from "./helpers/stack"
import { claimUsdbFor, deepTest, expect, rememberWallet, test } from "./helpers/test"
import { buyTide, giveSchedule, idsOf, vesting } from "./helpers/vesting"

const tide = contracts.mainToken

const tideOf = (owner: Address) => balanceOf(tide, owner)
const usdbOf = (owner: Address) => balanceOf(contracts.usdb, owner)

const detailsOf = (id: bigint) =>
  publicClient.readContract({
    address: vesting,
    abi: vestingAbi,
    functionName: "getVestingDetails",
    args: [id],
  })

async function claim(page: Page) {
  const button = page.getByRole("button", { name: /^Claim [\d.]+ TIDE$/ })
  await expect(button).toBeEnabled()
  await button.click()
}

test("a schedule is claimed, borrowed on, repaid and claimed again; page, API and contract agree", {
  tag: "@long",
}, async ({ page, wallet }) => {
  const { address } = wallet.account
  await claimUsdbFor(wallet)
  const id = await giveSchedule(address)
  await rememberSession(page, wallet)
  await page.goto("/vesting")
  await expect(page).toHaveURL(new RegExp(`wallet=${address.toLowerCase()}`))
  const card = page.getByRole("article", { name: `Schedule ${id}, TIDE` })
  // Text of others is text.
  await expect(card.getByText("Team <b>salary</b>")).toBeVisible()

  await claim(page)
  await expect.poll(() => tideOf(address)).toBeGreaterThan(0n)
  const first = await tideOf(address)
  expect((await detailsOf(id)).claimedAmount).toBe(first)

  const before = await usdbOf(address)
  await card.getByRole("button", { name: "Borrow", exact: true }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: /^Borrow [\d.]+ USDB$/ }).click()
  await expect(card.getByText("Collateral of a loan")).toBeVisible()
  await expect(card.getByTestId("loan-card")).toBeVisible()
  const { activeLoanId, totalAmount } = await detailsOf(id)
  const loan = await publicClient.readContract({
    address: toAddress(stack.contracts.loanHub),
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [vesting, activeLoanId],
  })
  expect((await usdbOf(address)) - before).toBe(loan.borrowedAmount)
  expect(loan.collateralAmount).toBe(totalAmount - first)
  const fromApi = await loanOfApi(page)
  expect(fromApi.fullAmount).toBe(`${loan.fullAmount}`)
  expect(fromApi.collateralAmount).toBe(`${loan.collateralAmount}`)
  expect(fromApi.active).toBe(true)
  await expect(card.getByRole("button", { name: "Repay the loan to claim" })).toBeDisabled()

  await card.getByRole("button", { name: "Repay", exact: true }).click()
  await dialog.getByRole("button", { name: /^Repay [\d.]+ USDB$/ }).click()
  await expect.poll(async () => (await detailsOf(id)).activeLoanId).toBe(0n)
  expect(await usdbOf(address)).toBe(before + loan.borrowedAmount - loan.fullAmount)
  await page.goto(`/vesting?wallet=${address}`)

  await claim(page)
  await expect.poll(() => tideOf(address)).toBeGreaterThan(first)
  expect((await detailsOf(id)).claimedAmount).toBe(await tideOf(address))
  await expect.poll(async () => (await eventsOfApi(page)).length).toBe(3)
  const events = await eventsOfApi(page)
  expect(events.map(({ action }) => action)).toEqual(["claimed", "claimed", "created"])
  const claimed = events
    .filter(({ action }) => action === "claimed")
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  expect(claimed).toBe(await tideOf(address))
  expect(await horizontalOverflow(page)).toBe(0)
})

async function loanOfApi(page: Page) {
  const answer = await page.request.get("/api/v1/loans?source=vesting")
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await answer.json())
  expect(data).toHaveLength(1)
  return z
    .object({ fullAmount: z.string(), collateralAmount: z.string(), active: z.boolean() })
    .parse(data[0])
}

async function eventsOfApi(page: Page) {
  const answer = await page.request.get("/api/v1/vesting/events")
  const event = z.object({ action: z.string(), amount: z.string() })
  return z.object({ data: z.array(event) }).parse(await answer.json()).data
}

deepTest(
  "lines are checked before anything is signed, and a confirmed batch survives a reload",
  async ({ page, wallet }) => {
    const { address } = wallet.account
    await claimUsdbFor(wallet)
    await buyTide(wallet.account, parseEther("50"))
    const [first, second] = [await freshAccount(), await freshAccount()]
    await rememberWallet(page, wallet)
    await page.goto("/vesting/create")
    await page.getByRole("button", { name: "Many (CSV)" }).click()
    const lines = page.getByLabel("Beneficiaries (CSV)")
    const next = page.getByRole("button", { name: /^Continue/ })

    await lines.fill(
      `address,amount,memo\n${first.address},1\n0x12,1\n${zeroAddress},2\n${second.address},1e3`,
    )
    for (const line of [3, 4, 5]) await expect(page.getByText(`Line ${line}:`)).toBeVisible()
    await expect(next).toBeDisabled()
    await lines.fill(`${first.address},1000000`)
    await expect(page.getByText("Not enough tokens")).toBeVisible()
    await expect(next).toBeDisabled()
    await page.getByLabel("Duration").fill("991")
    await expect(page.getByText("Enter 1 to 990 whole days.")).toBeVisible()
    await page.getByLabel("Duration").fill("30")
    expect(wallet.requests).not.toContain("eth_sendTransaction")

    await lines.fill(`${first.address},1.5,Team\n${second.address},2.25,"A, b"`)
    await page.getByRole("button", { name: "Continue with 2 schedules" }).click()
    await expect(page.getByRole("button", { name: "Create 2 schedules" })).toBeVisible()
    await page.reload()
    const before = await tideOf(address)
    await page.getByRole("button", { name: "Create 2 schedules" }).click()
    await expect(page.getByText("All 2 schedules are created")).toBeVisible()
    expect(before - (await tideOf(address))).toBe(parseEther("3.75"))
    const created = await Promise.all((await idsOf(address)).map(detailsOf))
    expect(created.map(({ totalAmount, memo }) => [totalAmount, memo])).toEqual([
      [parseEther("1.5"), "Team"],
      [parseEther("2.25"), "A, b"],
    ])
    expect(created[0]).toMatchObject({ durationInDays: 30n, timeUnit: 3, isGradual: true })
    await page.getByRole("link", { name: "View schedules" }).click()
    await expect(page.getByRole("article")).toHaveCount(2)
  },
)

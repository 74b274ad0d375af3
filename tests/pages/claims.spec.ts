import {
  type Address,
  concatHex,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseEther,
  parseEventLogs,
  slice,
} from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { violations } from "./helpers/axe"
import {
  balanceOf,
  chain,
  claimUsdb,
  contracts,
  freshAccount,
  publicClient,
  send,
  syncTransaction,
} from "./helpers/chain"
import { buyShares, createMarket, fundForMarkets, propose } from "./helpers/markets"
import { stack } from "./helpers/stack"
import { expect, rememberWallet, test } from "./helpers/test"

const node = createTestClient({ chain, transport: http(stack.rpcUrl), mode: "anvil" })
const { usdb, mainToken, swap } = contracts
const [vesting, resolver, trading] = [
  stack.contracts.vesting,
  stack.contracts.resolver,
  stack.contracts.marketTrading,
].map((address) => toAddress(address ?? "")) as [Address, Address, Address]

const YES = 0

async function sendAndSync(account: PrivateKeyAccount, to: Address, data: Hex) {
  const receipt = await send(account, to, data)
  await syncTransaction(receipt.transactionHash)
  return receipt
}

const approve = (account: PrivateKeyAccount, token: Address, spender: Address) => {
  const args = [spender, maxUint256] as const
  return send(account, token, encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }))
}

const inMapping = (key: Hex, slot: Hex) => keccak256(concatHex([pad(key), pad(slot)]))

/** Puts bytes into a word of a contract's storage: a time of one record is in the past, and no clock moves. */
async function overwrite(address: Address, slot: Hex, part: { at: number; value: Hex }) {
  const word = pad((await publicClient.getStorageAt({ address, slot })) ?? "0x")
  const end = part.at + (part.value.length - 2) / 2
  // Variables are packed from the right.
  const parts = [end < 32 ? slice(word, 0, 32 - end) : "0x", part.value] as Hex[]
  const value = concatHex([...parts, part.at > 0 ? slice(word, 32 - part.at) : "0x"])
  await node.setStorageAt({ address, index: slot, value })
}

const past = numberToHex(1_600_000_000, { size: 5 })

/** A market that is resolved for what the wallet has bought. */
async function createRedemption(account: PrivateKeyAccount, other: PrivateKeyAccount) {
  const name = "Will the tide come in?"
  const { token } = await createMarket(other, { name })
  await buyShares(account, { token, isPrivate: false }, YES, "20")
  await propose(other, { token, isPrivate: false }, YES)
  const round = inMapping("0x0", inMapping(token, "0x6"))
  await overwrite(resolver, round, { at: 0, value: numberToHex(1_600_000_000, { size: 32 }) })
  const args = [token] as const
  const call = { abi: marketResolverAbi, functionName: "finalizeUncontested", args } as const
  await sendAndSync(other, resolver, encodeFunctionData(call))
  const amount = await publicClient.readContract({
    ...{ address: trading, abi: marketTradingAbi },
    ...{ functionName: "getRedeemable", args: [token, account.address] },
  })
  return { name, amount }
}

/** TIDE that the other wallet has vested for this one, and that is unlocked. */
async function createVested(account: PrivateKeyAccount, other: PrivateKeyAccount) {
  const amount = parseEther("7.123456789")
  const buy = { abi: swapAbi, functionName: "buyTokens" } as const
  const args = [parseEther("20"), 0n, [usdb, mainToken], false] as const
  await approve(other, usdb, swap)
  await send(other, swap, encodeFunctionData({ ...buy, args }))
  await approve(other, mainToken, vesting)
  const { timestamp } = await publicClient.getBlock()
  const terms = [account.address, mainToken, amount, timestamp + 90_000n, "", mainToken] as const
  const { logs } = await sendAndSync(
    other,
    vesting,
    encodeFunctionData({ abi: vestingAbi, functionName: "createCliffVesting", args: terms }),
  )
  const [created] = parseEventLogs({ abi: vestingAbi, eventName: "VestingCreated", logs })
  const id = created?.args.vestingId ?? 0n
  // The schedule's end is the 26th byte of its first word.
  await overwrite(vesting, inMapping(numberToHex(id), "0x2"), { at: 25, value: past })
  return { amount }
}

/** Slot of the positions in MainToken: the third member of `_books` of LoanStore.sol. */
const POSITIONS = 10n

/** A leverage position that has expired and was liquidated by the other wallet. */
async function createLiquidation(account: PrivateKeyAccount, other: PrivateKeyAccount) {
  await approve(account, usdb, swap)
  const args = [parseEther("30"), 0n, [usdb, mainToken], 1n] as const
  const data = encodeFunctionData({ abi: swapAbi, functionName: "leverageBuy", args })
  await sendAndSync(account, swap, data)
  const ofTrader = inMapping(account.address, numberToHex(POSITIONS, { size: 32 }))
  await overwrite(mainToken, inMapping("0x1", ofTrader), { at: 25, value: past })
  const liquidation = [1n, account.address, true] as const
  const call = { abi: mainTokenAbi, functionName: "LiquidateLoan", args: liquidation } as const
  await sendAndSync(other, mainToken, encodeFunctionData(call))
  const position = await publicClient.readContract({
    ...{ address: mainToken, abi: mainTokenAbi, functionName: "leverages" },
    args: [account.address, 1n],
  })
  return { amount: position.liquidationClaim }
}

test("collects a payout, vested tokens and what a liquidation has left, with one of them declined", {
  tag: "@long",
}, async ({ page, wallet }) => {
  test.slow()
  const { account } = wallet
  const other = await freshAccount()
  await claimUsdb(account)
  for (const each of [account, other]) await fundForMarkets(each, "500")
  const redemption = await createRedemption(account, other)
  const vested = await createVested(account, other)
  const liquidation = await createLiquidation(account, other)
  const before = await Promise.all(
    [usdb, mainToken].map((token) => balanceOf(token, account.address)),
  )
  expect(liquidation.amount).toBeGreaterThan(0n)

  await rememberWallet(page, wallet)
  await page.goto(`/portfolio/${account.address.toLowerCase()}`)
  await page.getByRole("button", { name: /^Collect 3 claims \$/ }).click()
  const sheet = page.getByRole("dialog", { name: "Collect" })
  await expect(sheet.getByRole("listitem")).toHaveCount(3)
  await expect(sheet.getByText("your wallet asks 3 times")).toBeVisible()
  expect(await violations(page, { within: "[role=dialog]" })).toEqual([])

  // The first and most valuable is declined; the others are collected.
  wallet.decline("eth_sendTransaction")
  await sheet.getByRole("button", { name: /^Collect all 3/ }).click()
  await expect(sheet.getByText("2 of 3 collected, 1 left out")).toBeVisible()
  await expect(sheet.getByRole("listitem")).toHaveCount(1)
  await expect(sheet.getByRole("listitem")).toContainText(redemption.name)
  await page.reload()
  await page.getByRole("button", { name: /^Collect 1 claim \$/ }).click()
  await expect(sheet.getByText("2 of 3 collected, 1 left out")).toBeVisible()
  await sheet.getByRole("button", { name: /^Redeem: Payout/ }).click()
  await expect(sheet.getByText("Nothing to collect")).toBeVisible()
  await expect(page.getByText(`: ${redemption.name}`).first()).toBeVisible()

  const after = await Promise.all(
    [usdb, mainToken].map((token) => balanceOf(token, account.address)),
  )
  expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([
    redemption.amount,
    vested.amount + liquidation.amount,
  ])
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: /^Collect/ })).toBeHidden()
})

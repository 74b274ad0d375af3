import type { Locator } from "@playwright/test"
import {
  type Address,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  http,
  keccak256,
  numberToHex,
} from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { parseAmount } from "@/lib/format"
import { chain, contracts, publicClient, send, syncTransaction } from "./chain"
import { stack } from "./stack"

export const loanHub = toAddress(stack.contracts.loanHub)

const node = createTestClient({ chain, transport: http(stack.rpcUrl), mode: "anvil" })

/** Takes a loan outside the page; the service lists it. */
export async function takeLoan(
  account: PrivateKeyAccount,
  loan: { token: Address; amount: bigint; days: bigint },
) {
  const { token, amount, days } = loan
  const approve = { functionName: "approve", args: [loanHub, amount] } as const
  await send(account, token, encodeFunctionData({ abi: erc20Abi, ...approve }))
  const args = [contracts.mainToken, token, amount, days] as const
  const data = encodeFunctionData({ abi: loanHubAbi, functionName: "takeLoan", args })
  const { transactionHash } = await send(account, loanHub, data)
  await syncTransaction(transactionHash)
}

/** A wallet's loan as the contracts have it. */
export const loanOf = (user: Address, hubId = 1n) =>
  publicClient.readContract({
    address: loanHub,
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [user, hubId],
  })

/** Slot of `_books` of LoanStore.sol in MainToken; the loans are its second member. */
const BOOKS = 8n
/** In the first word of a loan: after the token and the time of its creation. */
const TIME_SHIFT = 200n
const TIME_MASK = (1n << 40n) - 1n

/**
 * Moves the expiry of one loan, so that no clock has to be moved. The index does not notice, and neither does the
 * keeper.
 */
export async function expireIn(user: Address, seconds: bigint, hubId = 1n) {
  const { coreLoanId } = await loanOf(user, hubId)
  const slot = slotOf(coreLoanId, slotOf(loanHub, numberToHex(BOOKS + 1n, { size: 32 })))
  const address = contracts.mainToken
  const word = hexToBigInt((await publicClient.getStorageAt({ address, slot })) ?? "0x0")
  const { timestamp } = await publicClient.getBlock()
  const time = (timestamp + seconds) << TIME_SHIFT
  const value = numberToHex((word & ~(TIME_MASK << TIME_SHIFT)) | time, { size: 32 })
  await node.setStorageAt({ address, index: slot, value })
}

/** Liquidates an expired loan as anybody can; the service indexes it. */
export async function liquidate(by: PrivateKeyAccount, user: Address, hubId: bigint) {
  const args = [user, hubId] as const
  const data = encodeFunctionData({ abi: loanHubAbi, functionName: "liquidate", args })
  const { transactionHash } = await send(by, loanHub, data)
  await syncTransaction(transactionHash)
}

/** Of an entry of a mapping. */
function slotOf(key: bigint | Address, mapping: Hex): Hex {
  const isId = typeof key === "bigint"
  const types = [{ type: isId ? "uint256" : "address" }, { type: "bytes32" }]
  return keccak256(encodeAbiParameters(types, [key, mapping]))
}

/** The exact amount on a labelled line. */
export async function amountOn(place: Locator, name: string): Promise<bigint> {
  const line = place
    .locator("dl > div")
    .filter({ has: place.page().getByText(name, { exact: true }) })
  const value = await line.locator(".amount").last().getAttribute("title")
  return parseAmount((value ?? "").replace(/[^\d.]/g, "")) ?? -1n
}

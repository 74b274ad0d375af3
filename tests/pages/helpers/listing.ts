import { type Address, encodeFunctionData, parseEventLogs } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { contracts, send } from "./chain"
import { stack } from "./stack"
import { expect } from "./test"

type Listing = { symbol: string; name?: string; multiplier?: bigint }

/**
 * Launches a token and waits until the follower has listed it: unlike a call of the sync endpoint,
 * that counts against no limit, so a test may launch many.
 */
export async function listToken(account: PrivateKeyAccount, listing: Listing): Promise<Address> {
  const address = await launch(account, listing)
  await expectListed(address)
  return address
}

/** Launches without waiting for the index. */
export async function launch(account: PrivateKeyAccount, listing: Listing): Promise<Address> {
  const { symbol, name = symbol, multiplier = 50n } = listing
  const args = [symbol, name, multiplier, false, 0n, 1_000n, false, 0n, false] as const
  const data = encodeFunctionData({ abi: tokenFactoryAbi, functionName: "createToken", args })
  const { logs } = await send(account, contracts.factory, data)
  const [event] = parseEventLogs({ abi: tokenFactoryAbi, eventName: "TokenCreated", logs })
  if (!event) throw new Error("No TokenCreated in the receipt")
  return toAddress(event.args.tokenAddress)
}

async function expectListed(address: Address) {
  const status = async () => (await fetch(`${stack.url}/tokens/${address}`)).status
  await expect.poll(status, { message: `${address} is listed`, timeout: 20_000 }).toBe(200)
}

/** A word no other test uses: tests share one list of tokens. */
export function uniqueWord() {
  return `q${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`
}

/** How far the page can be scrolled sideways, in pixels. */
export function overhang(page: { evaluate: (read: () => number) => Promise<number> }) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

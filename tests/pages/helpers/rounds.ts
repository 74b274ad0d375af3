import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseEther,
} from "viem"
import { mnemonicToAccount, type PrivateKeyAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { priceFeedAbi } from "@/lib/chain/generated/PriceFeed"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { type Asset, assets } from "@/lib/updown/assets"
import { bettingEnd } from "@/lib/updown/math"
import { FEEDER, OPERATOR } from "@/scripts/local/accounts"
import { chain, contracts, freshAccount, publicClient, send } from "./chain"
import { stack } from "./stack"
import { expect } from "./test"

/** As the contract numbers them. */
export const OUTCOMES = { pending: 0, up: 1, down: 2, canceled: 3 } as const

type Side = "up" | "down"

/** Seconds after the end of a round in which the deciding price may come. */
const FINALIZE_WINDOW = 1_200

const transport = http(stack.rpcUrl)
const node = createTestClient({ chain, transport, mode: "anvil" })

const contractOf = (asset: Asset) =>
  ({ address: toAddress(stack.contracts.upDown[asset]), abi: upDownAbi }) as const

/** The node knows these accounts' keys and counts their transactions, so that tests can send side by side. */
function serviceWallet(addressIndex: number) {
  const { address } = mnemonicToAccount(stack.mnemonic ?? "", { addressIndex })
  return createWalletClient({ account: address, chain, transport })
}

/** Posts a price in USD: no process does it here. */
export async function setPrice(asset: Asset, usd: number): Promise<void> {
  const hash = await serviceWallet(FEEDER).writeContract({
    address: toAddress(stack.contracts.priceFeeds[asset]),
    abi: priceFeedAbi,
    functionName: "update",
    args: [BigInt(Math.round(usd * 1e8))],
  })
  await publicClient.waitForTransactionReceipt({ hash })
}

/** The feed's latest price in USD. */
export async function priceOf(asset: Asset): Promise<number> {
  const [, answer] = await publicClient.readContract({
    address: toAddress(stack.contracts.priceFeeds[asset]),
    abi: priceFeedAbi,
    functionName: "latestRoundData",
  })
  return Number(answer) / 1e8
}

/** Posts every price again, unchanged, so that none is old. */
export async function refreshPrices(): Promise<void> {
  for (const asset of assets) await setPrice(asset, await priceOf(asset))
}

/** A round as its contract has it; prices in USD, times in seconds. */
export async function roundOf(asset: Asset, tf: number, id: bigint) {
  const answer = await publicClient.readContract({
    ...contractOf(asset),
    functionName: "getRound",
    args: [tf, id],
  })
  const [startTime, endTime, , startPrice, endPrice, , , , bullPool, bearPool] = answer
  return {
    id,
    startTime: Number(startTime),
    endTime: Number(endTime),
    startPrice: Number(startPrice) / 1e8,
    endPrice: Number(endPrice) / 1e8,
    upPool: bullPool,
    downPool: bearPool,
    outcome: answer[13],
  }
}

/**
 * The round that takes bets, for at least so many seconds. One whose betting has ended, or ends sooner, is decided first,
 * and the clock may be moved for that; a round is opened where none is open.
 */
export async function openRound(asset: Asset, tf: number, secondsLeft = 0) {
  for (;;) {
    const id = await currentId(asset, tf)
    if (id === 0n) {
      await setPrice(asset, await priceOf(asset))
      await attempt(asset, tf, 0n, "startRound")
      continue
    }
    const round = await roundOf(asset, tf, id)
    if (bettingEnd(round) - (await chainTime()) > secondsLeft) return round
    await decideRound(asset, tf, await priceOf(asset))
  }
}

/** USDB for a wallet, which the rounds of all assets may take. */
export async function fundForRounds(account: PrivateKeyAccount, usdb: string): Promise<void> {
  const hash = await serviceWallet(OPERATOR).writeContract({
    address: contracts.usdb,
    abi: usdbAbi,
    functionName: "mint",
    args: [account.address, parseEther(usdb)],
  })
  await publicClient.waitForTransactionReceipt({ hash })
  for (const asset of assets) {
    const args = [contractOf(asset).address, maxUint256] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args })
    await send(account, contracts.usdb, data)
  }
}

/** Bets outside the page. */
export function placeBet(
  account: PrivateKeyAccount,
  { asset, tf, side, usdb }: { asset: Asset; tf: number; side: Side; usdb: string },
) {
  const { address, abi } = contractOf(asset)
  const functionName = side === "up" ? "betBull" : "betBear"
  const data = encodeFunctionData({ abi, functionName, args: [tf, parseEther(usdb)] })
  return send(account, address, data)
}

/** What a wallet has in a round, and what it could claim of it. */
export async function betOf(owner: Address, asset: Asset, tf: number, id: bigint) {
  const contract = contractOf(asset)
  const args = [tf, id, owner] as const
  const [[side, amount, shares, isClaimed], payout] = await Promise.all([
    publicClient.readContract({ ...contract, functionName: "getUserBet", args }),
    publicClient.readContract({ ...contract, functionName: "quoteClaimPayout", args }),
  ])
  return { side: side === 0 ? null : side === 1 ? "up" : "down", amount, shares, isClaimed, payout }
}

/**
 * Moves the chain's clock to the end of the open round, or so many seconds beside it. Every test on the chain would
 * notice: only for specs that run alone.
 */
export async function moveToEnd(asset: Asset, tf: number, seconds = 0): Promise<void> {
  const { endTime } = await roundOf(asset, tf, await currentId(asset, tf))
  const left = endTime + seconds - (await chainTime())
  if (left > 0) await node.increaseTime({ seconds: left })
  await node.mine({ blocks: 1 })
}

/** Moves to the end of the open round, posts its end price and has it settled. Answers its id. For specs that run alone. */
export async function decideRound(asset: Asset, tf: number, usd: number): Promise<bigint> {
  const id = await currentId(asset, tf)
  await moveToEnd(asset, tf)
  await setPrice(asset, usd)
  await settleRound(asset, tf, id)
  return id
}

/** Settles an ended round that has its price; the keeper may be faster. */
export const settleRound = (asset: Asset, tf: number, id: bigint) =>
  attempt(asset, tf, id, "settleCurrentRound")

/** Lets the time for a price pass, without one, and has the open round canceled. Answers its id. For specs that run alone. */
export async function cancelRound(asset: Asset, tf: number): Promise<bigint> {
  const id = await currentId(asset, tf)
  await moveToEnd(asset, tf, FINALIZE_WINDOW + 1)
  await attempt(asset, tf, id, "cancelCurrentRoundAndStartNext")
  return id
}

const currentId = (asset: Asset, tf: number) =>
  publicClient.readContract({ ...contractOf(asset), functionName: "currentRoundId", args: [tf] })

async function chainTime(): Promise<number> {
  return Number((await publicClient.getBlock()).timestamp)
}

type Step = "settleCurrentRound" | "cancelCurrentRoundAndStartNext" | "startRound"

/** Calls it as anybody can, and waits until the round is another one. */
async function attempt(asset: Asset, tf: number, id: bigint, functionName: Step) {
  const { address, abi } = contractOf(asset)
  const data = encodeFunctionData({ abi, functionName, args: [tf] })
  // The keeper's transaction may come first; then this one is reverted.
  await send(await freshAccount(), address, data).catch(() => {})
  await expect.poll(() => currentId(asset, tf), { timeout: 20_000 }).not.toBe(id)
}

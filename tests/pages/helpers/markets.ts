import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseEther,
  type TransactionReceipt,
} from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { rpc } from "@/scripts/local/rpc"
import { walletsOf } from "@/scripts/local/sample/wallets"
import {
  type MarketKey,
  marketTransactions,
  type Opening,
  openedMarket,
  type Transaction,
} from "@/tests/helpers/market-transactions"
import { contracts, publicClient, send, syncTransaction } from "./chain"
import { stack } from "./stack"

export { EARLY, type MarketKey } from "@/tests/helpers/market-transactions"

const { marketTrading, privateMarket, resolver } = stack.contracts
const write = marketTransactions(stack.contracts)

const transactionHash = z.templateLiteral(["0x", z.string()])

/** The wallet that deployed the contracts: it mints USDB and decides vetoed markets. */
export const operator = walletsOf(stack.mnemonic ?? "")(0)

/** Gives an account USDB and lets the market contracts use it. */
export async function fundForMarkets(account: PrivateKeyAccount, amount = "5000") {
  const args = [account.address, parseEther(amount)] as const
  const data = encodeFunctionData({ abi: usdbAbi, functionName: "mint", args })
  await sendAsOperator({ to: contracts.usdb, data })
  for (const spender of [marketTrading, privateMarket, resolver]) {
    const approval = [toAddress(spender), maxUint256] as const
    const call = { abi: erc20Abi, functionName: "approve", args: approval } as const
    await send(account, contracts.usdb, encodeFunctionData(call))
  }
}

/**
 * Several workers act for the operator; the node signs and keeps the order. It may give two that come at the same
 * moment one nonce, and refuses the second then.
 */
async function sendAsOperator(transaction: Transaction, tries = 3): Promise<TransactionReceipt> {
  const { to, data } = transaction
  const call = { from: operator.address, to, data }
  const sent = await rpc(stack.rpcUrl, "eth_sendTransaction", [call]).catch((error: unknown) => {
    if (tries > 1 && /underpriced|nonce too low/.test(String(error))) return null
    throw error
  })
  if (sent === null) return sendAsOperator(transaction, tries - 1)
  const hash = transactionHash.parse(sent)
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  if (receipt.status !== "success") throw new Error(`The operator's transaction reverted: ${hash}`)
  return receipt
}

/** Sends and tells the service. */
async function sendAndSync(account: PrivateKeyAccount, { to, data }: Transaction) {
  const receipt = await send(account, to, data)
  await syncTransaction(receipt.transactionHash)
  return receipt
}

type NewMarket = Partial<Omit<Opening, "isPrivate" | "isEvent" | "endTime" | "seed">> & {
  /** Unix seconds; open-ended when absent. */
  endTime?: number
  /** Whole USDB. */
  seed?: string
}

/** A market of the test's own, told to the service. */
export function createMarket(account: PrivateKeyAccount, market: NewMarket = {}) {
  return createMarketOf(account, market, { isPrivate: false, isEvent: false })
}

export function createPrivateMarket(
  account: PrivateKeyAccount,
  { isEvent = false, ...market }: NewMarket & { isEvent?: boolean } = {},
) {
  return createMarketOf(account, market, { isPrivate: true, isEvent })
}

async function createMarketOf(
  account: PrivateKeyAccount,
  { endTime = 0, seed = "50", ...market }: NewMarket,
  kind: Pick<Opening, "isPrivate" | "isEvent">,
): Promise<MarketKey> {
  const opening = {
    name: "Will it rain on the reef tomorrow?",
    symbol: "RAIN",
    options: ["Yes", "No"],
    ...market,
    ...kind,
    endTime: BigInt(endTime),
    seed: parseEther(seed),
  }
  const { logs } = await sendAndSync(account, write.open(opening))
  const { isPrivate } = kind
  return { token: openedMarket(logs, write.contractOf(isPrivate)), isPrivate }
}

/** Buys from the pool with USDB. */
export function buyShares(
  account: PrivateKeyAccount,
  market: MarketKey,
  outcome: number,
  amount: string,
) {
  const purchase = { outcome, input: contracts.usdb, amount: parseEther(amount) }
  return sendAndSync(account, write.buy(market, purchase))
}

export function sharesOf({ token, isPrivate }: MarketKey, owner: Address, outcome: number) {
  return publicClient.readContract({
    address: write.contractOf(isPrivate),
    abi: marketTradingAbi,
    functionName: "getUserShares",
    args: [token, owner, outcome],
  })
}

/** Lists so many shares at a price below "1". */
export function listShares(
  account: PrivateKeyAccount,
  market: MarketKey,
  outcome: number,
  shares: bigint,
  price: string,
) {
  return sendAndSync(account, write.list(market, outcome, shares, parseEther(price)))
}

export function fillOrder(
  account: PrivateKeyAccount,
  market: MarketKey,
  order: bigint,
  shares: bigint,
) {
  return sendAndSync(account, write.fill(market, order, shares))
}

export function donate(
  account: PrivateKeyAccount,
  market: MarketKey,
  amount: string,
  pot: "general" | "bounty",
) {
  return sendAndSync(account, write.donate(market, parseEther(amount), pot === "bounty"))
}

export function redeem(account: PrivateKeyAccount, market: MarketKey) {
  return sendAndSync(account, write.redeem(market))
}

export function propose(account: PrivateKeyAccount, market: MarketKey, outcome: number) {
  return sendAndSync(account, write.propose(market, outcome))
}

export function dispute(account: PrivateKeyAccount, market: MarketKey, outcome: number) {
  return sendAndSync(account, write.dispute(market, outcome))
}

/** Stakes the market's own token or any other the account holds, after approving it. */
export async function stake(account: PrivateKeyAccount, token: Address) {
  const approval = [toAddress(resolver), maxUint256] as const
  const call = { abi: erc20Abi, functionName: "approve", args: approval } as const
  await send(account, token, encodeFunctionData(call))
  const { to, data } = write.stake(token)
  return send(account, to, data)
}

export function vote(account: PrivateKeyAccount, market: MarketKey, outcome: number) {
  return sendAndSync(account, write.vote(market, outcome))
}

/** Ends a vote, of a public market or a private one. */
export function finalize(account: PrivateKeyAccount, market: MarketKey) {
  return sendAndSync(account, write.finalize(market))
}

export function claimBounty(account: PrivateKeyAccount, market: MarketKey) {
  return sendAndSync(account, write.claimBounty(market))
}

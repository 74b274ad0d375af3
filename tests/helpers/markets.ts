import { type Address, getAddress, maxUint256, parseEther } from "viem"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import {
  type MarketKey,
  marketTransactions,
  type Opening,
  openedMarket,
  type Transaction,
} from "@/tests/helpers/market-transactions"
import { operator, type Receipt, type TestChain, wallets } from "./chain"

export { EARLY, INVALID, type MarketKey } from "@/tests/helpers/market-transactions"

type NewMarket = Partial<Omit<Opening, "isPrivate" | "isEvent" | "endTime" | "seed">> & {
  /** Unix seconds; open-ended when absent. */
  endTime?: number
  /** Whole USDB. */
  seed?: string
}

export type Markets = Awaited<ReturnType<typeof createMarkets>>

type Created = MarketKey & { receipt: Receipt }

/**
 * Prediction markets on a chain of the tests. Every wallet approves the contracts' use of its USDB and TIDE
 * first; amounts are whole units in words ("100"), shares and orders' ids bigints.
 */
export async function createMarkets(chain: TestChain) {
  const { book } = chain
  const write = marketTransactions(book)
  const usdb = getAddress(book.usdb)
  for (const wallet of wallets) {
    for (const spender of [book.marketTrading, book.privateMarket, book.resolver]) {
      await chain.write(wallet, book.usdb, usdbAbi, "approve", [spender, maxUint256])
      await chain.write(wallet, book.mainToken, usdbAbi, "approve", [spender, maxUint256])
    }
  }

  async function send(from: Address, { to, data }: Transaction): Promise<Receipt> {
    const receipt = await chain.send(from, to, data, 20_000_000)
    if (receipt.status !== "0x1") throw new Error(`A transaction of the test to ${to} reverted`)
    return receipt
  }

  async function open(
    from: Address,
    { endTime = 0, seed = "50", ...market }: NewMarket,
    kind: Pick<Opening, "isPrivate" | "isEvent">,
  ): Promise<Created> {
    const opening = {
      name: "Will it rain on the reef tomorrow?",
      symbol: "RAIN",
      options: ["Yes", "No"],
      ...market,
      ...kind,
      endTime: BigInt(endTime),
      seed: parseEther(seed),
    }
    const receipt = await send(from, write.open(opening))
    const token = openedMarket(receipt.logs, write.contractOf(kind.isPrivate))
    return { token, isPrivate: kind.isPrivate, receipt }
  }

  return {
    send,
    transactions: write,

    createMarket: (from: Address, market: NewMarket = {}) =>
      open(from, market, { isPrivate: false, isEvent: false }),
    createPrivateMarket: (from: Address, market: NewMarket & { isEvent?: boolean } = {}) => {
      const { isEvent = false, ...rest } = market
      return open(from, rest, { isPrivate: true, isEvent })
    },

    /** Buys from the pool with USDB unless another token is named, which the wallet has approved. */
    buyShares: (
      from: Address,
      market: MarketKey,
      outcome: number,
      amount: string,
      input: string = usdb,
    ) => {
      const purchase = { outcome, input: getAddress(input), amount: parseEther(amount) }
      return send(from, write.buy(market, purchase))
    },
    /** Lists so many shares at a price below "1". */
    listShares: (
      from: Address,
      market: MarketKey,
      outcome: number,
      shares: bigint,
      price: string,
    ) => send(from, write.list(market, outcome, shares, parseEther(price))),
    cancelOrder: (from: Address, market: MarketKey, order: bigint) =>
      send(from, write.cancel(market, order)),
    fillOrder: (from: Address, market: MarketKey, order: bigint, shares: bigint) =>
      send(from, write.fill(market, order, shares)),
    fillOrders: (from: Address, market: MarketKey, orders: readonly bigint[], amount: string) =>
      send(from, write.fillMany(market, orders, parseEther(amount))),
    /** The orders first, the pool with what is left of the USDB. */
    sweep: (
      from: Address,
      market: MarketKey,
      outcome: number,
      orders: readonly bigint[],
      amount: string,
    ) => {
      const purchase = { outcome, input: usdb, amount: parseEther(amount) }
      return send(from, write.sweep(market, orders, purchase))
    },
    donate: (from: Address, market: MarketKey, amount: string, pot: "general" | "bounty") =>
      send(from, write.donate(market, parseEther(amount), pot === "bounty")),
    redeem: (from: Address, market: MarketKey) => send(from, write.redeem(market)),

    propose: (from: Address, market: MarketKey, outcome: number) =>
      send(from, write.propose(market, outcome)),
    dispute: (from: Address, market: MarketKey, outcome: number) =>
      send(from, write.dispute(market, outcome)),
    /** Stakes TIDE, which it buys first. */
    async stake(from: Address) {
      await chain.buyMain(from, "100")
      return send(from, write.stake(getAddress(book.mainToken)))
    },
    unstake: (from: Address) => send(from, write.unstake(getAddress(book.mainToken))),
    vote: (from: Address, market: MarketKey, outcome: number) =>
      send(from, write.vote(market, outcome)),
    veto: (from: Address, market: MarketKey, outcome: number) =>
      send(from, write.veto(market, outcome)),
    decide: (market: MarketKey, outcome: number) => send(operator, write.decide(market, outcome)),
    finalizeUncontested: (from: Address, market: MarketKey) =>
      send(from, write.finalizeUncontested(market)),
    finalize: (from: Address, market: MarketKey) => send(from, write.finalize(market)),
    claimBounty: (from: Address, market: MarketKey) => send(from, write.claimBounty(market)),
    claimEarlyBounty: (from: Address, market: MarketKey, round: bigint) =>
      send(from, write.claimEarlyBounty(market, round)),
    manageVoter: (from: Address, market: MarketKey, voter: Address, isVoter = true) =>
      send(from, write.manageVoter(market, voter, isVoter)),
    admitBuyers: (
      from: Address,
      market: MarketKey,
      buyers: readonly Address[],
      isAdmitted = true,
    ) => send(from, write.admitBuyers(market, buyers, isAdmitted)),

    /** Moves the chain's clock and mines a block at the new time. */
    async advanceTime(seconds: number) {
      await chain.warp(seconds)
      await chain.mine()
    },
  }
}

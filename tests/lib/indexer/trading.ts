import { type Address, getAddress, type Hex, parseEther } from "viem"
import { createRpc } from "@/lib/indexer/rpc"
import { WAD } from "@/lib/units"
import { alice, bob, carol, dave, type TestChain, wallets } from "@/tests/helpers/chain"
import type { MarketKey, Markets } from "@/tests/helpers/markets"

/** A generator of numbers below 1 that gives the same ones for the same seed. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Order = { market: MarketKey; id: bigint; seller: Address; outcome: number; left: bigint }
type Sent = { from: Address; to: Address; data: Hex }

const traders = [alice, bob, carol, dave, ...wallets.slice(6)]

/** Sends many transactions that nobody waits for, in the order they are given; blocks hold a hundred. */
async function sendAll(chain: TestChain, transactions: readonly Sent[]) {
  const rpc = createRpc(chain.url, { timeoutMs: 60_000 })
  await chain.call("evm_setAutomine", false)
  for (let i = 0; i < transactions.length; i += 100) {
    await rpc.batch(
      transactions.slice(i, i + 100).map((transaction) => ({
        method: "eth_sendTransaction",
        params: [{ ...transaction, gas: "0x120000" }],
      })),
    )
    await chain.call("evm_mine")
  }
  await chain.call("evm_setAutomine", true)
}

/**
 * A random history of orders: listed, filled in part, whole, several at once, with the pool, cancelled.
 * Prices lie below the pools' own. Answers how many operations there are; some fill several orders.
 */
export async function playOrders(
  { chain, markets }: { chain: TestChain; markets: Markets },
  { seed, operations }: { seed: number; operations: number },
): Promise<{ open: MarketKey[] }> {
  const write = markets.transactions
  const open: MarketKey[] = [
    await markets.createMarket(alice),
    await markets.createMarket(bob, { options: ["Low", "Mid", "High"], symbol: "TIDES" }),
    await markets.createPrivateMarket(carol, { symbol: "CLUB" }),
  ]
  const purchases = open.flatMap((market) =>
    traders.map((from, at) => {
      const purchase = { outcome: at % 2, input: usdbOf(chain), amount: parseEther("20000") }
      return { from, ...write.buy(market, purchase) }
    }),
  )
  await sendAll(chain, purchases)

  const next = random(seed)
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T
  const part = (of: bigint) => (of * BigInt(1 + Math.floor(next() * 999))) / 1_000n
  const ids = new Map(open.map(({ token }) => [token, 0n]))
  const active: Order[] = []
  const forget = (order: Order) => active.splice(active.indexOf(order), 1)
  const others = (order: Order) => traders.filter((trader) => trader !== order.seller)

  const list = (): Sent => {
    const market = pick(open)
    const id = ids.get(market.token) ?? 0n
    ids.set(market.token, id + 1n)
    const at = Math.floor(next() * traders.length)
    const [seller, outcome] = [traders[at] as Address, at % 2]
    // Together at least 1 USDB, the least value of an order.
    const left = 20n * WAD + part(40n * WAD)
    active.push({ market, id, seller, outcome, left })
    return { from: seller, ...write.list(market, outcome, left, WAD / 20n + part(WAD / 20n)) }
  }
  const cancel = (order: Order): Sent => {
    forget(order)
    return { from: order.seller, ...write.cancel(order.market, order.id) }
  }
  const fill = (order: Order): Sent => {
    const amount = next() < 0.3 ? order.left : part(order.left)
    order.left -= amount
    if (order.left === 0n) forget(order)
    return { from: pick(others(order)), ...write.fill(order.market, order.id, amount) }
  }
  /** More money than they cost: all of them are filled, the rest comes back or goes to the pool. */
  const fillSeveral = (order: Order): Sent => {
    const { market, outcome } = order
    const isAlike = (one: Order) => one.market === market && one.outcome === outcome
    const chosen = active.filter(isAlike).slice(0, 4)
    const buyers = traders.filter((trader) => chosen.every(({ seller }) => seller !== trader))
    for (const one of chosen) forget(one)
    const [from, numbers] = [pick(buyers), chosen.map(({ id }) => id)]
    if (next() < 0.5) return { from, ...write.fillMany(market, numbers, 40n * WAD) }
    const purchase = { outcome, input: usdbOf(chain), amount: 40n * WAD }
    return { from, ...write.sweep(market, numbers, purchase) }
  }
  const transactions = Array.from({ length: operations }, () => {
    const dice = next()
    if (active.length === 0 || dice < 0.4) return list()
    const order = pick(active)
    if (dice < 0.55) return cancel(order)
    return dice < 0.9 ? fill(order) : fillSeveral(order)
  })
  await sendAll(chain, transactions)
  return { open }
}

const usdbOf = ({ book }: TestChain) => getAddress(book.usdb)

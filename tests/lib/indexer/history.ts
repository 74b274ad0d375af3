import { WAD } from "@/lib/units"
import { createAgents } from "@/tests/helpers/agents"
import { alice, bob, carol, dave, operator, type TestChain } from "@/tests/helpers/chain"
import { createLending, type Lending } from "@/tests/helpers/loans"
import { createMarkets, EARLY, INVALID, type Markets } from "@/tests/helpers/markets"
import { createUpdown, type Updown } from "@/tests/helpers/updown"
import { playAgents } from "./agent-history"
import { playLending } from "./loan-transactions"
import { playUpdown } from "./updown-history"

/** Some hundred transactions of every kind that exchange, lending and prediction markets know. */
export async function playHistory(
  chain: TestChain,
  contracts: { markets?: Markets; lending?: Lending; updown?: Updown } = {},
) {
  const tokens = await playExchange(chain)
  const lending = contracts.lending ?? (await createLending(chain))
  await playLending({ chain, lending, kelp: tokens.kelp })
  await playUpdown(contracts.updown ?? (await createUpdown(chain)))
  await playAgents(createAgents(chain))
  const markets = contracts.markets ?? (await createMarkets(chain))
  const stage = { chain, markets }
  return { ...tokens, lending, markets, ...(await playMarkets(stage)) }
}

type Stage = { chain: TestChain; markets: Markets }

async function playExchange(chain: TestChain) {
  const { book } = chain
  await chain.claim(alice)
  await chain.claim(bob, alice)
  await chain.refer(carol, bob)
  await chain.claim(carol, alice)
  await chain.buyMain(alice, "250")
  await chain.buyMain(bob, "1000")
  const { token: kelp } = await chain.launch(alice, {
    symbol: "KELP",
    name: "Kelp",
    multiplier: 50n,
  })
  await chain.buy(bob, kelp, "100")
  await chain.warp(70)
  await chain.buy(carol, kelp, "250")
  await chain.sell(bob, kelp)
  await chain.sell(bob, book.mainToken, 3n)
  const { token: reef } = await chain.launch(bob, {
    symbol: "REEF",
    name: "Reef",
    multiplier: 100n,
  })
  await chain.buy(alice, reef, "75")
  await chain.warp(400)
  await chain.buy(bob, reef, "20")
  await chain.sell(alice, reef, 1n)
  await chain.surge(bob, reef, [50n, 10n])
  await chain.surge(alice, kelp, [500n, 0n])
  await chain.warp(600)
  await chain.endSurge(alice, kelp)
  const { token: cove } = await chain.launch(carol, { symbol: "COVE", name: "Cove", frozen: true })
  await chain.whitelist(carol, cove, [alice, bob, dave], "500", "friends")
  await chain.buy(alice, cove, "40")
  await chain.unlist(carol, cove, bob)
  await chain.unlist(carol, cove, dave)
  await chain.whitelist(carol, cove, [dave], "900", "back again")
  await chain.warp(4_000)
  await chain.buy(dave, cove, "60")
  await chain.sell(carol, kelp, 2n, true)
  await chain.transfer(carol, kelp, dave, 5n * WAD)
  await chain.transfer(dave, kelp, dave, 1n)
  await chain.transfer(bob, book.mainToken, operator, WAD)
  await chain.warp(90_000)
  await chain.claim(dave, bob)
  await chain.claim(bob)
  for (let i = 0; i < 5; i++) {
    await chain.buy(alice, kelp, `${10 + i}`)
    await chain.buy(bob, cove === "" ? kelp : reef, `${5 + i}`)
    await chain.sell(alice, kelp, 4n)
    await chain.warp(31)
  }
  return { kelp, reef, cove }
}

const WINDOW_SECONDS = 1_800
const PRIVATE_WINDOW_SECONDS = 900

/** Five markets, each on a way of its own; the last stays open. */
async function playMarkets(stage: Stage) {
  const { chain, markets } = stage
  for (const voter of [alice, carol, dave]) await markets.stake(voter)
  await playDisputed(stage)
  await playEarly(stage)
  await playPrivate(stage)
  await playUncontested(stage)
  const { token, isPrivate } = await markets.createMarket(dave, {
    options: ["North", "East", "South", "West"],
    symbol: "WIND",
  })
  const open = { token, isPrivate }
  await markets.buyShares(alice, open, 2, "60")
  await markets.buyShares(bob, open, 2, "10")
  await markets.listShares(alice, open, 2, 40n * WAD, "0.2")
  await chain.buy(carol, token.toLowerCase(), "25")
  await chain.sell(carol, token.toLowerCase())
  return { open, token: token.toLowerCase() }
}

/** Traded in every way, disputed, voted on, paid out. */
async function playDisputed({ chain, markets }: Stage) {
  const market = await markets.createMarket(alice)
  await markets.donate(dave, market, "100", "bounty")
  await markets.donate(dave, market, "30", "general")
  await markets.buyShares(bob, market, 0, "100")
  await markets.buyShares(carol, market, 1, "10", chain.book.mainToken)
  for (const price of ["0.3", "0.4", "0.35"]) {
    await markets.listShares(bob, market, 0, 20n * WAD, price)
  }
  await markets.fillOrder(carol, market, 0n, 5n * WAD)
  await markets.fillOrders(dave, market, [0n, 2n], "6")
  await markets.cancelOrder(bob, market, 1n)
  await markets.sweep(carol, market, 0, [2n], "40")
  await markets.listShares(dave, market, 0, 5n * WAD, "0.2")
  await markets.fillOrder(bob, market, 3n, 5n * WAD)
  await markets.propose(carol, market, 1)
  await markets.dispute(bob, market, 0)
  for (const voter of [alice, dave]) await markets.vote(voter, market, 0)
  await markets.vote(carol, market, 1)
  await chain.warp(2 * WINDOW_SECONDS)
  await markets.finalize(dave, market)
  await markets.redeem(bob, market)
  await markets.claimBounty(alice, market)
}

/** Proposed too early, then vetoed and decided to be invalid. */
async function playEarly({ chain, markets }: Stage) {
  const market = await markets.createMarket(bob, { options: ["Gale", "Calm", "Fog"], seed: "60" })
  await markets.buyShares(carol, market, 2, "15")
  await markets.propose(alice, market, 0)
  await markets.dispute(bob, market, EARLY)
  for (const voter of [alice, dave]) await markets.vote(voter, market, EARLY)
  await chain.warp(2 * WINDOW_SECONDS)
  await markets.finalize(alice, market)
  await markets.claimEarlyBounty(dave, market, 0n)
  await markets.propose(bob, market, 1)
  await markets.dispute(carol, market, 2)
  await chain.warp(WINDOW_SECONDS)
  await markets.veto(dave, market, 0)
  await markets.decide(market, INVALID)
  await markets.redeem(carol, market)
}

async function playPrivate({ chain, markets }: Stage) {
  const market = await markets.createPrivateMarket(alice, { isEvent: true, seed: "0" })
  await markets.admitBuyers(alice, market, [bob])
  await markets.manageVoter(alice, market, carol)
  await markets.donate(bob, market, "9", "bounty")
  await markets.buyShares(bob, market, 1, "10")
  await markets.listShares(bob, market, 1, 3n * WAD, "0.4")
  await markets.vote(alice, market, 0)
  await markets.vote(carol, market, 1)
  await markets.vote(alice, market, 1)
  await chain.warp(PRIVATE_WINDOW_SECONDS)
  await markets.finalize(dave, market)
  await markets.redeem(bob, market)
  await markets.claimBounty(carol, market)
  await markets.cancelOrder(bob, market, 0n)
}

async function playUncontested({ chain, markets }: Stage) {
  const block = (await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: string }
  const endTime = Number(block.timestamp) + 5_000
  const market = await markets.createMarket(carol, { endTime })
  await markets.donate(dave, market, "25", "bounty")
  await markets.buyShares(alice, market, 0, "12")
  await chain.warp(5_000)
  await markets.propose(bob, market, 0)
  await chain.warp(WINDOW_SECONDS)
  await markets.finalizeUncontested(alice, market)
  await markets.redeem(alice, market)
}

import { type Address, getAddress, parseAbi } from "viem"
import { afterAll, afterEach, beforeAll, describe, expect, it, type RunnerTestFile } from "vitest"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { marketResolverAbi } from "@/lib/chain/generated/MarketResolver"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { predictionStatuses } from "@/lib/markets/status"
import { WAD } from "@/lib/units"
import { assets } from "@/lib/updown/assets"
import { timeframes } from "@/lib/updown/timeframes"
import { rpc } from "@/scripts/local/rpc"
import { ACTORS } from "@/scripts/local/sample/actors"
import {
  isSharePurchase,
  isTrade,
  type ReplaySummary,
  readSample,
  replaySample,
} from "@/scripts/local/sample/replay"
import { walletsOf } from "@/scripts/local/sample/wallets"
import { isDeep } from "@/tests/helpers/deep"
import { type Exchange, expectRealTime, freshExchange, mineOne, seconds } from "./sample-chain"
import {
  countEvents,
  holdingOf,
  isPoolOpen,
  EVENTS as MARKET_EVENTS,
  type Market,
  marketsOf,
  optionsOf,
  ordersOf,
  statusOf,
  votesOf,
} from "./sample-markets"
import { digestOfHistory, recordIfPassed, replayedHistory } from "./sample-record"
import { balanceOf, contractOf, roundEvents, roundsOf } from "./sample-rounds"

const EVENTS = parseAbi([
  "event TokenCreated(address indexed tokenAddress, string name, string symbol, address creator)",
  "event TokensTraded(uint256 amountToken, uint256 amountUSDC, address indexed user, uint256 price, uint8 tradeType)",
  "event FaucetClaimed(address indexed user, address indexed referrer)",
  "event ReferrerSet(address indexed user, address indexed referrer)",
  "event WhiteListedWallet(address indexed user, uint256 amount, string tag)",
  "event RewardsClaimed(address investor, uint256 claimableNow)",
])

const DAY_SECONDS = 86_400

/** What only few lines do. */
const RARE_CALLS = [
  ...["TIDE.approve", "HRBR.SetProjectVetted", "HRBR.claimRewards", "ORCH.SetWhitelistedWallet"],
  ...["taxes.startSurgeTax", "taxes.endSurgeTax", "taxes.addDevShare"],
  ...["marketTrading.listOrder", "marketTrading.cancelOrder", "marketTrading.buyOrder"],
  ...["marketTrading.buyOrdersAndContract", "marketTrading.donate", "privateMarket.manageVoter"],
  ...["privateMarket.togglePrivateEventBuyers", "resolver.veto", "resolver.resolveByBasis"],
  ...["resolver.claimEarlyBounty", "loanHub.takeLoan", "loanHub.extendLoan", "loanHub.liquidate"],
  ...["loanHub.increaseLoan", "loanHub.hubPartialLoanSell", "loanHub.repayLoan"],
  ...["loanHub.claimLiquidation", "swap.leverageBuy", "swap.partialLoanSell"],
  ...["mainToken.LiquidateLoan", "mainToken.ClaimLiquidation", "staking.buy", "staking.sell"],
  ...["staking.lock", "staking.borrow", "staking.extendLoan", "staking.repay"],
  ...["staking.injectYield", "staking.investYield", "staking.settleLiquidation"],
  ...["vesting.createGradualVesting", "vesting.createCliffVesting", "vesting.claimTokens"],
  ...["vesting.extendVestingPeriod", "vesting.addTokensToVesting", "vesting.changeBeneficiary"],
  ...["vesting.takeLoanOnVesting", "vesting.repayLoanOnVesting", "upDown.btc.startPrediction"],
  ...["upDown.btc.betBull", "upDown.btc.betBear", "upDown.btc.settleCurrentRound"],
  ...["upDown.btc.cancelCurrentRoundAndStartNext", "upDown.btc.claimMany"],
  ...["identityRegistry.register", "identityRegistry.setAgentURI"],
  ...["reputationRegistry.giveFeedback", "reputationRegistry.revokeFeedback"],
  "reputationRegistry.appendResponse",
]

describe("the recorded history", () => {
  it("has enough of everything", () => {
    const plan = readSample(1_795_230_000)
    const names = plan.map(({ contract, functionName }) => `${contract}.${functionName}`)
    const count = (name: string) => plan.filter(({ functionName }) => functionName === name).length
    expect([...new Set(names)]).toEqual(expect.arrayContaining(RARE_CALLS))

    const trades = plan.filter(isTrade)
    expect(trades.length).toBeGreaterThanOrEqual(3_000)
    expect(new Set(trades.map(({ from }) => from)).size).toBeGreaterThanOrEqual(20)
    expect(count("createToken")).toBeGreaterThanOrEqual(8)

    expect(count("createMarket")).toBeGreaterThanOrEqual(25)
    const payments = plan.filter(isSharePurchase).map(({ args }) => args[2])
    expect(payments.length).toBeGreaterThanOrEqual(1_500)
    expect(payments.filter((token) => token === "TIDE").length).toBeGreaterThan(20)
    expect(new Set(payments).size).toBeGreaterThan(2)

    // Who bought the frozen token has it still.
    const trading = (name: string, path: string[]) =>
      plan.filter(({ functionName, args }) => {
        return functionName === name && JSON.stringify(args[2]) === JSON.stringify(path)
      })
    const bought = trading("buyTokens", ["USDB", "TIDE", "ORCH"])
    const sold = trading("sellTokens", ["ORCH", "TIDE", "USDB"])
    const sellers = new Set(sold.map(({ from }) => from))
    const holders = new Set(bought.map(({ from }) => from).filter((from) => !sellers.has(from)))
    expect(holders.size).toBeGreaterThanOrEqual(5)
  })

  it("has markets that end at full five minutes, whenever it ends itself", () => {
    const ends = readSample(1_795_230_123).flatMap(({ functionName, args }) =>
      functionName === "createMarket" ? [args[2]] : [],
    )
    expect(ends.filter((end) => end !== "0" && !/\/5m$/.test(`${end}`))).toEqual([])
    expect(ends).toContain("0")
  })

  it("spreads over the 30 days before its end", () => {
    const end = 1_795_230_000
    const times = readSample(end).map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThan(end - 30 * DAY_SECONDS)
    expect(times[0]).toBeLessThan(end - 29.9 * DAY_SECONDS)
    expect(times.at(-1)).toBeLessThan(end)
    expect(times.at(-1)).toBeGreaterThan(end - 3 * 3600)
  })
})

const digest = digestOfHistory()

/** Takes as long as the contracts' tests: once for each state of the history and of what it is made with. */
describe.runIf(isDeep || digest !== replayedHistory())("the full history on a chain", () => {
  let file: RunnerTestFile
  let exchange: Exchange
  let played: ReplaySummary
  /** Second at which it ends. */
  let end: number
  let tokens: Map<string, Address>

  beforeAll(async () => {
    exchange = await freshExchange()
    end = seconds()
    played = await replaySample({ ...exchange.options, now: end })
    const created = await exchange.client.getLogs({ event: EVENTS[0], fromBlock: 0n, strict: true })
    tokens = new Map(created.map(({ args }) => [args.symbol, args.tokenAddress]))
  }, 600_000)

  afterEach(({ task }) => {
    file = task.file
  })
  afterAll(async () => {
    await exchange.node.stop()
    recordIfPassed(file, digest)
  })

  const read = (symbol: string) => ({
    address: tokens.get(symbol) ?? getAddress(exchange.book.usdb),
    abi: factoryTokenAbi,
  })
  const count = async (event: (typeof EVENTS)[number]) =>
    (await exchange.client.getLogs({ event, fromBlock: 0n })).length

  it("contains every trade it reports, by at least 20 wallets in at least 8 tokens", async () => {
    const traded = await exchange.client.getLogs({ event: EVENTS[1], fromBlock: 0n, strict: true })
    // Loans, leverage and the vault trade, too.
    const hashes = new Set(traded.map((log) => log.transactionHash))
    expect(hashes.size).toBeGreaterThan(played.trades)
    expect(hashes.size).toBeLessThan(played.trades + 100)
    expect(played.trades).toBeGreaterThanOrEqual(3_000)
    expect(new Set(traded.map(({ args }) => args.user)).size).toBeGreaterThanOrEqual(20)
    const symbols = new Set(traded.map((log) => getAddress(log.address)))
    for (const token of tokens.values()) expect(symbols).toContain(getAddress(token))
    expect(tokens.size).toBeGreaterThanOrEqual(8)
  })

  it("leaves the real clock", async () => {
    await expectRealTime(exchange, () => mineOne(exchange))
    await expectRealTime(exchange, async () => {
      await rpc(exchange.node.url, "evm_setIntervalMining", [1])
      const head = await exchange.client.getBlockNumber()
      await expect
        .poll(() => exchange.client.getBlockNumber(), { timeout: 60_000 })
        .toBeGreaterThan(head + 1n)
    })
    await rpc(exchange.node.url, "evm_setIntervalMining", [0])
    await rpc(exchange.node.url, "evm_setAutomine", [true])
  })

  it("has Stable+ and several Floor+ multipliers", async () => {
    const multipliers = await Promise.all(
      [...tokens.keys()].map((symbol) =>
        exchange.client.readContract({ ...read(symbol), functionName: "hybridMultiplier" }),
      ),
    )
    expect(multipliers).toContain(100n)
    expect(new Set(multipliers).size).toBeGreaterThanOrEqual(6)
  })

  it("has a token that is still frozen and was sold to its whitelist", async () => {
    const { client } = exchange
    expect(await client.readContract({ ...read("ORCH"), functionName: "frozen" })).toBe(true)
    const supply = await client.readContract({ ...read("ORCH"), functionName: "totalSupply" })
    expect(supply).toBeGreaterThan(0n)
    expect(await count(EVENTS[4])).toBe(12)
  })

  it("has reward phases filled, partly filled, and paid out", async () => {
    const { client } = exchange
    expect(await client.readContract({ ...read("HRBR"), functionName: "hasBonded" })).toBe(true)
    expect(await client.readContract({ ...read("SALT"), functionName: "hasBonded" })).toBe(false)
    const bought = await client.readContract({ ...read("SALT"), functionName: "totalShares" })
    expect(bought).toBeGreaterThan(0n)
    expect(await count(EVENTS[5])).toBeGreaterThan(0)
  })

  it("has a surge that is running and a creator who shares the tax", async () => {
    const taxes = { address: getAddress(exchange.book.taxes), abi: taxesAbi }
    const { client } = exchange
    const token = read("LATT").address
    const isActive = await client.readContract({
      ...taxes,
      functionName: "isSurgeActive",
      args: [token],
    })
    expect(isActive).toBe(true)
    const wallet = await client.readContract({
      ...taxes,
      functionName: "devWallets",
      args: [read("TERN").address, 1n],
    })
    expect(
      ACTORS.map(({ index }) => walletsOf(exchange.options.mnemonic)(index).address),
    ).toContain(wallet)
  })

  it("has faucet claims and referrers", async () => {
    expect(await count(EVENTS[2])).toBeGreaterThan(20)
    expect(await count(EVENTS[3])).toBeGreaterThan(10)
  })

  it("has loans in every state, and a token whose purchases vest", async () => {
    const { client, book } = exchange
    const ingrid = walletsOf(exchange.options.mnemonic)(ACTORS[0]?.index ?? 0).address
    const hub = { address: getAddress(book.loanHub), abi: loanHubAbi }
    const loans = await Promise.all(
      [1n, 2n, 3n, 4n, 5n].map((id) =>
        client.readContract({ ...hub, functionName: "getUserLoanDetails", args: [ingrid, id] }),
      ),
    )
    const states = loans.map((loan) => [loan.active, loan.isLiquidated, loan.liquidationClaim > 0n])
    expect(states).toEqual([
      [true, false, false],
      [true, false, false],
      [false, true, false],
      [false, true, true],
      [true, false, false],
    ])
    // The last one can be liquidated in less than two days.
    const left = Number(loans[4]?.liquidationTime) - end
    expect(left).toBeGreaterThan(DAY_SECONDS)
    expect(left).toBeLessThan(2 * DAY_SECONDS)
    const vesting = { address: getAddress(book.vesting), abi: vestingAbi }
    expect(
      await client.readContract({ ...vesting, functionName: "getActiveLoan", args: [4n] }),
    ).toBe(2n)
    const bought = await client.readContract({
      ...vesting,
      functionName: "tokenVestingCount",
      args: [read("GRVE").address],
    })
    expect(bought).toBe(7n)
  })

  it("has weeks of yield in the vault", async () => {
    const { client, book } = exchange
    const vault = { address: getAddress(book.staking), abi: stakingVaultAbi }
    const injected = await client.getContractEvents({
      ...vault,
      eventName: "YieldInjected",
      fromBlock: 0n,
    })
    expect(injected.length).toBeGreaterThan(30)
    const price = await client.readContract({
      ...vault,
      functionName: "convertToAssets",
      args: [WAD],
    })
    expect(price).toBeGreaterThan((WAD * 105n) / 100n)
    expect(price).toBeLessThan((WAD * 115n) / 100n)
  })

  describe("its price rounds", () => {
    it("are open in every asset and timeframe, with bets on some, and end after the history", async () => {
      const open = await Promise.all(
        assets.flatMap((asset) =>
          timeframes.map(async (timeframe) => (await roundsOf(exchange, asset, timeframe)).at(-1)),
        ),
      )
      expect(open).toHaveLength(25)
      for (const round of open) {
        expect(round).toMatchObject({ outcome: 0, endPrice: 0n })
        expect(round?.endTime).toBeGreaterThan(end)
      }
      expect(
        open.filter((round) => round && round.bullPool + round.bearPool > 0n).length,
      ).toBeGreaterThan(5)
    })

    it("follow each other without gap for a month where they are long", async () => {
      const [, , , fourHours, day] = timeframes
      const series = [
        ...assets.map((asset) => ({ asset, timeframe: day, least: 29 })),
        ...(["btc", "eth"] as const).map((asset) => ({ asset, timeframe: fourHours, least: 175 })),
      ]
      for (const { asset, timeframe, least } of series) {
        const rounds = await roundsOf(exchange, asset, timeframe)
        expect(rounds.length).toBeGreaterThan(least)
        expect(rounds.slice(1).map(({ startTime }) => startTime)).toEqual(
          rounds.slice(0, -1).map(({ endTime }) => endTime),
        )
      }
    })

    it("have every outcome, each with bets", async () => {
      const bets = await roundEvents(exchange, "BetPlaced")
      expect(bets.length).toBe(played.bets)
      expect(bets.length).toBeGreaterThan(500)
      expect(new Set(bets.map(({ args }) => args.user)).size).toBeGreaterThanOrEqual(25)
      const keyOf = ({
        address,
        args,
      }: {
        address: string
        args: { tf: number; roundId: bigint }
      }) => `${address} ${args.tf} ${args.roundId}`
      const withBets = new Set(bets.map(keyOf))
      const settled = (await roundEvents(exchange, "RoundSettled")).filter((log) =>
        withBets.has(keyOf(log)),
      )
      const outcomes = settled.map(({ args }) => args.outcome)
      for (const outcome of [1, 2, 3]) {
        expect(outcomes.filter((one) => one === outcome).length).toBeGreaterThan(10)
      }
      const canceled = await roundEvents(exchange, "RoundCanceled")
      expect(canceled.filter((log) => withBets.has(keyOf(log))).length).toBeGreaterThan(0)

      const all = await Promise.all(
        assets.flatMap((asset) =>
          timeframes.map((timeframe) => roundsOf(exchange, asset, timeframe)),
        ),
      )
      const equal = all
        .flat()
        .filter((round) => round.outcome === 3 && round.endPrice === round.startPrice)
      expect(
        equal.filter(({ bullPool, bearPool }) => bullPool + bearPool > 0n).length,
      ).toBeGreaterThan(0)
    })

    it("have paid winners and refunds, and owe more of both, which they have", async () => {
      expect((await roundEvents(exchange, "BetWon")).length).toBeGreaterThan(100)
      expect((await roundEvents(exchange, "BetRefunded")).length).toBeGreaterThan(20)
      for (const asset of assets) {
        const { money, owed } = await balanceOf(exchange, asset)
        expect(owed, asset).toBeGreaterThan(0n)
        expect(money, asset).toBeGreaterThanOrEqual(owed)
      }
    })

    it("leave the first wallet of the cast with open bets and something to claim", async () => {
      const owner = walletsOf(exchange.options.mnemonic)(ACTORS[0]?.index ?? 0).address
      const bets = (await roundEvents(exchange, "BetPlaced")).filter(
        ({ args }) => args.user === owner,
      )
      expect(bets.length).toBeGreaterThan(10)
      const payouts = await Promise.all(
        bets.map(async ({ address, args: { tf, roundId } }) => {
          const asset = assets.find(
            (each) => contractOf(exchange, each).address === getAddress(address),
          )
          if (!asset) throw new Error(`${address} is no contract of rounds`)
          const contract = contractOf(exchange, asset)
          const [owed, round] = await Promise.all([
            exchange.client.readContract({
              ...contract,
              functionName: "quoteClaimPayout",
              args: [tf, roundId, owner],
            }),
            exchange.client.readContract({
              ...contract,
              functionName: "getRound",
              args: [tf, roundId],
            }),
          ])
          return { owed, outcome: round[13] }
        }),
      )
      expect(payouts.filter(({ outcome }) => outcome === 0).length).toBeGreaterThan(1)
      expect(payouts.filter(({ owed }) => owed > 0n).length).toBeGreaterThan(1)
    })
  })

  describe("its markets", () => {
    let markets: Market[]

    beforeAll(async () => {
      markets = await marketsOf(exchange)
    })

    it("are in every status there is, and still are a quarter of an hour later", async () => {
      for (const minutes of [0, 15]) {
        const now = new Date((end + minutes * 60) * 1000)
        const statuses = await Promise.all(markets.map((market) => statusOf(exchange, market, now)))
        expect([...new Set(statuses)].sort()).toEqual([...predictionStatuses].sort())
      }
    })

    it("are public and private, with 2 to 40 outcomes", async () => {
      expect(markets.length).toBeGreaterThanOrEqual(25)
      expect(markets.filter(({ kind }) => kind === "private").length).toBeGreaterThanOrEqual(4)
      const options = await Promise.all(markets.map((market) => optionsOf(exchange, market)))
      expect(new Set(options)).toContain(2n)
      expect(new Set(options)).toContain(40n)
      expect(new Set(options).size).toBeGreaterThan(5)
    })

    it("have order books with active, partly filled, filled and cancelled orders", async () => {
      const books = await Promise.all(markets.map((market) => ordersOf(exchange, market)))
      const deep = books.filter((orders) => orders.filter(({ isActive }) => isActive).length >= 5)
      expect(deep.length).toBeGreaterThanOrEqual(5)
      const orders = books.flat()
      const isTouched = (order: (typeof orders)[number]) => order.amount < order.totalAmount
      expect(orders.some((order) => order.isActive && isTouched(order))).toBe(true)
      expect(orders.some((order) => !order.isActive && order.amount === 0n)).toBe(true)
      expect(orders.some((order) => !order.isActive && order.amount > 0n)).toBe(true)
    })

    it("have pools that have closed, some of them with orders to buy from", async () => {
      const pools = await Promise.all(markets.map((market) => isPoolOpen(exchange, market)))
      expect(new Set(pools)).toEqual(new Set([true, false]))
      const now = new Date(end * 1000)
      const waiting = await Promise.all(
        markets.map(async (market, i) => {
          const isWaiting = (await statusOf(exchange, market, now)) === "awaiting_proposal"
          const orders = await ordersOf(exchange, market)
          return isWaiting && !pools[i] && orders.some(({ isActive }) => isActive)
        }),
      )
      expect(waiting).toContain(true)
    })

    it("have a dispute with nine votes and more, of which 70 % agree", async () => {
      const votes = await Promise.all(markets.map((market) => votesOf(exchange, market, 0n)))
      const sums = votes.map((counts) => ({
        total: counts.reduce((sum, count) => sum + count, 0),
        most: Math.max(...counts),
      }))
      expect(sums.some(({ total, most }) => total >= 9 && most >= 0.7 * total)).toBe(true)
    })

    it("have donations, resets, redemptions and bounties", async () => {
      for (const event of MARKET_EVENTS) {
        expect(await countEvents(exchange, event), event.name).toBeGreaterThan(0)
      }
      expect(await countEvents(exchange, MARKET_EVENTS[1])).toBeGreaterThanOrEqual(1_500)
    })

    it("leave the first wallet of the cast with shares, orders, a redemption and a stake", async () => {
      const owner = walletsOf(exchange.options.mnemonic)(ACTORS[0]?.index ?? 0).address
      const held = await Promise.all(markets.map((market) => holdingOf(exchange, market, owner)))
      const holding = held.filter(({ shares }) => shares.some((count) => count > 0n))
      expect(holding.length).toBeGreaterThanOrEqual(5)
      expect(held.some(({ redeemable }) => redeemable > 0n)).toBe(true)
      const books = await Promise.all(markets.map((market) => ordersOf(exchange, market)))
      const own = books.filter((orders) => {
        return orders.some(({ seller, isActive }) => isActive && seller === owner)
      })
      expect(own.length).toBeGreaterThanOrEqual(2)
      const isVoter = await exchange.client.readContract({
        address: getAddress(exchange.book.resolver),
        abi: marketResolverAbi,
        functionName: "isVoter",
        args: [owner],
      })
      expect(isVoter).toBe(true)
    })
  })
})

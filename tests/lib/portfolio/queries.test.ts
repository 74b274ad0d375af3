import { beforeAll, describe, expect, test } from "vitest"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { findActivity } from "@/lib/portfolio/activity"
import { findPortfolio } from "@/lib/portfolio/queries"
import { findCreatedTokens, findWalletSummary } from "@/lib/portfolio/wallet-summary"
import { WAD } from "@/lib/units"
import {
  addressOf,
  insertReading,
  insertSync,
  insertToken,
  insertTrade,
  insertTx,
  MAIN,
  nextBlock,
  USDB,
} from "@/tests/helpers/rows"

const ZERO = `0x${"0".repeat(40)}`
const OWNER = addressOf(0x901)
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

type TransferRow = {
  token: string
  from?: string
  to?: string
  value: bigint
  number: number
  log: number
}

/** A transfer with its part in the balances, as the indexer leaves it. */
async function insertTransfer({ token, from = ZERO, to = ZERO, value, number, log }: TransferRow) {
  const { rows } = await pool().query<{ id: string }>("select id from tx where block_number = $1", [
    number,
  ])
  const txId = BigInt(rows[0]?.id ?? 0)
  await pool().query(
    `insert into transfer (id, tx_id, token, "from", "to", value, time)
      select $1, $2, $3, $4, $5, $6, time from tx where id = $2`,
    [txId + BigInt(log), txId, token, from, to, value],
  )
  if (token === USDB) return
  for (const [wallet, change] of [
    [to, value],
    [from, -value],
  ] as const) {
    if (wallet === ZERO) continue
    await pool().query(
      `insert into holder (token, wallet, balance) values ($1, $2, $3)
        on conflict (token, wallet) do update set balance = holder.balance + excluded.balance`,
      [token, wallet, change],
    )
  }
}

let kelp = ""
const givenAt = ago(2)
const faucetBlock = nextBlock()
const buyBlock = nextBlock()
const sellBlock = nextBlock()
const giftBlock = nextBlock()

beforeAll(async () => {
  await insertToken({ address: MAIN, symbol: "TIDE" })
  kelp = (await insertToken({ symbol: "KELP", name: "Kelpline", dev: OWNER, createdAt: ago(60) }))
    .address
  await pool().query("update token set base_reserve0 = $2 where address = $1", [kelp, WAD])
  await insertReading(kelp, { target: 100n * WAD, needed: 25n * WAD })
  // TIDE at 2 USD, KELP at 3 TIDE and later at 4.
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD, time: ago(60) })
  await insertSync({ token: kelp, reserve0: WAD, reserve1: 3n * WAD, time: ago(60) })
  await insertSync({ token: kelp, reserve0: WAD, reserve1: 4n * WAD, time: ago(10) })

  await insertTx({ number: faucetBlock, time: ago(50) })
  await insertTransfer({ token: USDB, to: OWNER, value: 100n * WAD, number: faucetBlock, log: 0 })
  await insertTx({ number: buyBlock, time: ago(40) })
  await insertTransfer({
    token: USDB,
    from: OWNER,
    to: MAIN,
    value: 62n * WAD,
    number: buyBlock,
    log: 0,
  })
  await insertTransfer({ token: kelp, to: OWNER, value: 10n * WAD, number: buyBlock, log: 1 })
  await insertTrade({
    token: kelp,
    user: OWNER,
    number: buyBlock,
    log: 2,
    time: ago(40),
    amountUsdc: 60n * WAD,
  })
  await insertTx({ number: sellBlock, time: ago(5) })
  await insertTransfer({ token: kelp, from: OWNER, value: 5n * WAD, number: sellBlock, log: 0 })
  await insertTransfer({
    token: USDB,
    from: MAIN,
    to: OWNER,
    value: 39n * WAD,
    number: sellBlock,
    log: 1,
  })
  await insertTx({ number: giftBlock, time: givenAt })
  await insertTransfer({
    token: kelp,
    from: addressOf(5),
    to: OWNER,
    value: WAD,
    number: giftBlock,
    log: 0,
  })
})

describe("a portfolio", () => {
  test("shows what is held, what it cost, and what came of it", async () => {
    const view = await findPortfolio(OWNER, "all")
    expect(view.cash).toBe(77n * WAD)
    expect(view.assets).toMatchObject([
      {
        token: kelp,
        quantity: 6n * WAD,
        priceUsd: 8n * WAD,
        valueUsd: 48n * WAD,
        // Half of 62, and the gift at 8.
        cost: 39n * WAD,
        unrealised: 9n * WAD,
        realised: 8n * WAD,
      },
    ])
    expect(view).toMatchObject({
      worth: 125n * WAD,
      realised: 8n * WAD,
      unrealised: 9n * WAD,
      contributed: 108n * WAD,
    })
  })

  test("follows the worth over time at the prices of that time", async () => {
    const { points } = await findPortfolio(OWNER, "1w")
    const at = (hours: number) =>
      points.findLast(({ time }) => time.getTime() <= ago(hours).getTime())
    expect(at(45)?.worth).toBe(100n * WAD)
    // 38 USDB and 10 KELP at 6 USD.
    expect(at(30)?.worth).toBe(98n * WAD)
    expect(at(8)?.worth).toBe(118n * WAD)
    expect(points.at(-1)).toMatchObject({ worth: 125n * WAD, contributed: 108n * WAD })
    expect(points.length).toBeLessThanOrEqual(170)
  })

  test("explains each step, the newest first", async () => {
    const log = await findActivity(OWNER, { page: 1, limit: 3 })
    expect(log?.total).toBe(4)
    expect(log?.data).toMatchObject([
      { kind: "received", moves: [{ symbol: "KELP", amount: WAD }], realised: 0n },
      {
        kind: "sold",
        moves: [
          { symbol: "KELP", amount: -5n * WAD },
          { symbol: "USDB", amount: 39n * WAD },
        ],
        realised: 8n * WAD,
      },
      { kind: "bought", realised: 0n },
    ])
    const rest = await findActivity(OWNER, { page: 2, limit: 3 })
    expect(rest?.data).toMatchObject([{ kind: "received", moves: [{ symbol: "USDB" }] }])
  })

  test("is empty for a wallet that was never seen", async () => {
    expect(await findPortfolio(addressOf(0x999), "1w")).toEqual({
      cash: 0n,
      assets: [],
      closed: [],
      markets: [],
      closedMarkets: [],
      bonds: [],
      marketWorth: 0n,
      rounds: {
        ...{ rounds: 0, open: 0, claimable: 0, wins: 0, losses: 0, refunds: 0 },
        ...{ openStake: 0n, claimableAmount: 0n, won: 0n, lost: 0n, refunded: 0n },
      },
      roundWorth: 0n,
      loans: [],
      debt: 0n,
      unvested: [],
      worth: 0n,
      realised: 0n,
      unrealised: 0n,
      contributed: 0n,
      points: [],
    })
  })
})

describe("the log names what the exchange pays", () => {
  const earner = addressOf(0x902)
  const newest = async () => (await findActivity(earner, { page: 1, limit: 1 }))?.data

  test("the faucet", async () => {
    const number = nextBlock()
    const { txId, id } = await insertTx({ number, log: 7 })
    await pool().query(
      `insert into faucet_claim (id, tx_id, "user", referrer) values ($1, $2, $3, $4)`,
      [id, txId, earner, ZERO],
    )
    await insertTransfer({ token: USDB, to: earner, value: 3n * WAD, number, log: 8 })
    expect(await newest()).toMatchObject([
      { kind: "faucet", moves: [{ symbol: "USDB", amount: 3n * WAD }] },
    ])
  })

  test.each([
    ["reward", () => kelp],
    ["tax", () => getDeployment().taxes],
    ["received", () => addressOf(5)],
  ])("%s", async (kind, sender) => {
    const number = nextBlock()
    await insertTx({ number })
    await insertTransfer({ token: USDB, from: sender(), to: earner, value: WAD, number, log: 8 })
    expect(await newest()).toMatchObject([{ kind, moves: [{ symbol: "USDB", amount: WAD }] }])
  })
})

describe("a profile", () => {
  test("counts what a wallet has done", async () => {
    const profile = await findWalletSummary(OWNER)
    expect(profile).toMatchObject({ trades: 1, volumeUsd: 60n * WAD, created: 1, holds: 1 })
  })

  test("begins with the first transfer", async () => {
    const { firstSeen } = await findWalletSummary(addressOf(5))
    expect(firstSeen).toEqual(givenAt)
  })

  test("begins with a launch, which moves no token to its creator", async () => {
    const creator = addressOf(0x903)
    const createdAt = ago(20)
    await insertToken({ dev: creator, createdAt })
    expect(await findWalletSummary(creator)).toMatchObject({
      firstSeen: createdAt,
      created: 1,
      holds: 0,
    })
  })

  test("counts trades as they come and go, without legs of routes", async () => {
    const { address: token } = await insertToken({ symbol: "MANY" })
    const [busy, calm] = [addressOf(801), addressOf(802)]
    const trades = (wallet: string, from: number, count: number, isLeg = false) =>
      pool().query(
        `insert into trade (id, tx_id, time, token, "user", type, amount_token, amount_usdc, price, routing_leg)
        select $2::bigint + n, 1, now(), $1, $3, n % 4, 1, n, 1, $5 from generate_series(1, $4::int) n`,
        [token, from, wallet, count, isLeg],
      )
    await trades(busy, 9_000_000_000_000_000, 100)
    await trades(busy, 9_000_000_000_001_000, 10, true)
    await trades(calm, 9_100_000_000_000_000, 1)
    expect(await findWalletSummary(busy)).toMatchObject({ trades: 100, volumeUsd: 5_050n })
    expect(await findWalletSummary(calm)).toMatchObject({ trades: 1, volumeUsd: 1n })
    await pool().query("delete from trade where id > 9000000000000050")
    expect(await findWalletSummary(busy)).toMatchObject({ trades: 50, volumeUsd: 1_275n })
    expect(await findWalletSummary(calm)).toMatchObject({ trades: 0, volumeUsd: 0n })
    const { rows } = await pool().query("select * from wallet_trades where wallet = any($1)", [
      [busy, calm],
    ])
    expect(rows).toEqual([{ wallet: busy, buys: 25, sells: 25, volume: "1275" }])
  })

  test("tells what became of the tokens it made", async () => {
    expect(await findCreatedTokens(OWNER, { page: 1, limit: 10 })).toMatchObject([
      {
        symbol: "KELP",
        status: "reward phase",
        priceUsd: 8n * WAD,
        changeSinceLaunch: 3333n,
        volumeUsd: 0n,
      },
    ])
    expect(await findCreatedTokens(OWNER, { page: 2, limit: 10 })).toEqual([])
  })

  test("calls a market a market, whatever becomes of its token", async () => {
    const dev = addressOf(0x904)
    const { address } = await insertToken({ dev })
    await pool().query("update token set is_prediction = true where address = $1", [address])
    expect(await findCreatedTokens(dev, { page: 1, limit: 10 })).toMatchObject([
      { address, isPrediction: true, status: "market" },
    ])
  })
})

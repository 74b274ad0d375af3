import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { type Address, encodeFunctionData, parseGwei, toHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as checklistRoute from "@/app/api/internal/faucet/route"
import * as claimRoute from "@/app/api/v1/faucet/claim/route"
import * as statusRoute from "@/app/api/v1/faucet/status/route"
import { processSingleton } from "@/lib/async/process-singleton"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { env } from "@/lib/env"
import { settlePayouts } from "@/lib/faucet/settler"
import { WAD } from "@/lib/units"
import { createApiKey } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"
import {
  alice,
  configureChain,
  operator,
  startChain,
  type TestChain,
  treasury,
} from "@/tests/helpers/chain"
import { windowStart } from "@/tests/helpers/rate-window"
import { insertAgent, insertPoints } from "@/tests/helpers/reef"
import { addressOf } from "@/tests/helpers/rows"
import { catchUp, until } from "../../lib/indexer/following"
import { startProxy } from "../../lib/indexer/proxy"
import { emptyIndex } from "../../lib/indexer/tables"

process.env.RATE_LIMIT_CLAIM_DAY = "3"

let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
let snapshot: unknown

beforeAll(async () => {
  const key = mnemonicToAccount("test test test test test test test test test test test junk", {
    addressIndex: 1,
  }).getHdKey().privateKey
  process.env.FAUCET_PRIVATE_KEY = toHex(key ?? new Uint8Array())
  chain = await startChain()
  proxy = await startProxy(chain.url)
  configureChain({ url: proxy.url, book: chain.book })
  snapshot = await chain.snapshot()
})

afterAll(async () => {
  await processSingleton("faucet-locks", () => pool()).end()
  await proxy?.stop()
  await chain?.stop()
})

beforeEach(async () => {
  proxy.set({ kind: "well" })
  await chain.revert(snapshot as `0x${string}`)
  snapshot = await chain.snapshot()
  await showRealTime()
  await emptyIndex(pool())
  await pool().query("truncate faucet_payout, blocked_wallet")
  forgetLimits()
})

/** The saved state that the node began with has the time of its making. */
async function showRealTime() {
  const { timestamp } = (await chain.call("eth_getBlockByNumber", "latest", false)) as {
    timestamp: string
  }
  await chain.warp(Math.max(0, Math.floor(Date.now() / 1_000) - Number(timestamp)))
  await chain.mine()
}

/** As if all windows had passed. */
const forgetLimits = () => processSingleton("limiters", () => new Map<string, unknown>()).clear()

/** A wallet that may claim 150 USDB. */
async function claimant() {
  const account = await createApiKey()
  await insertAgent(account.wallet)
  return { ...account, wallet: account.wallet as Address }
}

type Who = { key: string }
const claim = ({ key }: Who, body: unknown = {}, ip?: string) =>
  call(claimRoute, { method: "POST", as: { key }, body, ...(ip && { ip }) })
const status = async ({ key }: Who) => (await call(statusRoute, { as: { key } })).body
const balanceOf = async (wallet: string) => {
  const data = `0x70a08231${wallet.slice(2).padStart(64, "0")}`
  return BigInt(String(await chain.call("eth_call", { to: chain.book.usdb, data }, "latest")))
}
/** The node answers a sent transaction before it is mined. */
const expectBalance = (wallet: string, amount: bigint) =>
  expect.poll(() => balanceOf(wallet)).toBe(amount)
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof claim>>) =>
  status === 200 ? 200 : body.code
const payouts = async () =>
  (await pool().query("select state, failure, wallet from faucet_payout order by id")).rows

/** Indexes what was mined and settles. */
async function settle() {
  await catchUp(chain)
  await settlePayouts()
}

describe("GET /api/v1/faucet/status", () => {
  test("200: a stranger's, an agent's, a blocked one's; what the page explains it by", async () => {
    const none = { base: false, twitter: false, active: false, hatchling: false, tidal: false }
    const wait = { cooldownRemaining: 0, nextClaimAt: null, hasReferrer: false }
    const stranger = await createApiKey()
    expect(await status(stranger)).toEqual({
      ...{ eligible: false, canClaim: false, dailyAmount: 0, signals: none },
      ...wait,
    })
    const agent = await claimant()
    await insertPoints(agent.wallet, 2_500)
    expect(await status(agent)).toEqual({
      ...{ eligible: true, canClaim: true, dailyAmount: 400 },
      signals: { ...none, base: true, hatchling: true, tidal: true },
      ...wait,
    })
    await pool().query("insert into blocked_wallet values ($1, 'Spam', $1, now())", [agent.wallet])
    const { body } = await call(checklistRoute, { as: { key: agent.key } })
    expect(body).toMatchObject({ isConfigured: true, isAgent: true, hasUsername: false })
    expect(body.block?.reason).toBe("Spam")
    expect(body.status).toMatchObject({ eligible: false, canClaim: false, dailyAmount: 0 })
  })

  test("429: the eleventh in a minute of one address, whatever the key", async () => {
    const who = [await createApiKey(), await createApiKey()]
    const ask = (n: number) =>
      call(statusRoute, { as: { key: who[n % 2]?.key ?? "" }, ip: "192.0.2.9" })
    await windowStart()
    for (let n = 0; n < 10; n++) expect((await ask(n)).status).toBe(200)
    const refused = await ask(0)
    expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"])
    expect(refused.headers.get("ratelimit-policy")).toBe('"faucet";q=10;w=60')
  })
})

describe("POST /api/v1/faucet/claim", () => {
  test("200: pays what the signals allow and sets the referrer; then a cooldown", async () => {
    const who = await claimant()
    await insertPoints(who.wallet, 500)
    const answer = await claim(who, { referrer: alice.toUpperCase().replace("0X", "0x") })
    expect(answer).toMatchObject({ status: 200, body: { success: true, amount: 250 } })
    expect(answer.body.signals).toMatchObject({ base: true, hatchling: true, tidal: false })
    expect(answer.headers.get("ratelimit-policy")).toBe('"claim";q=1;w=60')
    await expectBalance(who.wallet, 250n * WAD)
    expect(await payouts()).toMatchObject([{ state: "sent" }])
    const { logs } = await chain.receipt(answer.body.txHash)
    expect(logs).toHaveLength(3) // ReferrerSet, FaucetClaimed, Transfer

    // Before it is indexed and after.
    for (const state of ["sent", "paid"]) {
      const { cooldownRemaining, nextClaimAt, canClaim } = await status(who)
      expect(canClaim).toBe(false)
      expect(Math.abs(cooldownRemaining - 86_400)).toBeLessThan(60)
      expect(Math.abs(Date.parse(nextClaimAt ?? "") - Date.now() - 86_400_000)).toBeLessThan(60_000)
      forgetLimits()
      const again = await claim(who)
      expect([again.status, again.body.code]).toEqual([429, "COOLDOWN_ACTIVE"])
      expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(86_000)
      expect((await payouts()).map((row) => row.state)).toEqual([state])
      await settle()
    }
    expect((await status(who)).hasReferrer).toBe(true)
    const { rows } = await pool().query("select referrer from referral where wallet = $1", [
      who.wallet,
    ])
    expect(rows).toEqual([{ referrer: alice }])
  })

  test("429: after the contract's own faucet, also before the index knows of it", async () => {
    await insertAgent(alice)
    const who = await createApiKey(alice)
    await chain.claim(alice)
    expect(outcomeOf(await claim(who))).toBe("COOLDOWN_ACTIVE")
    await settle()
    expect((await status(who)).cooldownRemaining).toBeGreaterThan(86_000)
    expect(outcomeOf(await claim(who))).toBe("COOLDOWN_ACTIVE")
    expect(await payouts()).toEqual([])
  })

  test("the first failing check answers, and nothing is paid", async () => {
    const who = await claimant()
    const outcome = async (body: unknown = {}) => outcomeOf(await claim(who, body))
    await pool().query("insert into blocked_wallet values ($1, 'Ten wallets', $1, now())", [
      who.wallet,
    ])
    await pool().query("delete from agent where wallet = $1", [who.wallet])
    for (const referrer of ["0x1", 7, "kelp"]) {
      expect((await claim(who, { referrer })).status).toBe(400)
      expect(await outcome({ referrer })).toBe("INVALID_REFERRER")
    }
    const blocked = await claim(who, { referrer: who.wallet })
    expect([blocked.status, blocked.body.code]).toEqual([403, "WALLET_BLOCKED"])
    expect(blocked.body.error).toContain("Ten wallets")
    await pool().query("truncate blocked_wallet")
    expect((await claim(who, { referrer: who.wallet })).status).toBe(403)
    expect(await outcome({ referrer: who.wallet })).toBe("FAUCET_NOT_ELIGIBLE")
    await insertAgent(who.wallet)
    expect(await outcome({ referrer: who.wallet })).toBe("INVALID_REFERRER")
    // A circle over two others.
    await refer([alice, operator], [operator, who.wallet])
    expect(await outcome({ referrer: alice })).toBe("INVALID_REFERRER")
    expect(await payouts()).toEqual([])
    // A wallet that has a referrer keeps it.
    await refer([who.wallet, treasury])
    expect(await outcome({ referrer: who.wallet })).toBe(200)
  })

  /** Referrals as the index would know them. */
  async function refer(...edges: [string, string][]) {
    for (const [wallet, referrer] of edges) {
      await pool().query(
        `insert into referral (wallet, referrer, event_id, set_at)
        values ($1, $2, coalesce((select max(event_id) from referral), 0) + 1, now())`,
        [wallet, referrer],
      )
    }
  }

  test("503: not configured, an empty treasury, a node that is away or refuses", async () => {
    const who = await claimant()
    const configuration = env()
    const key = configuration.FAUCET_PRIVATE_KEY
    configuration.FAUCET_PRIVATE_KEY = undefined
    const answer = await claim(who)
    expect([answer.status, answer.body.code]).toEqual([503, "NOT_CONFIGURED"])
    expect(await status(who)).toMatchObject({ eligible: true, canClaim: false, dailyAmount: 150 })
    configuration.FAUCET_PRIVATE_KEY = key

    const rest = await balanceOf(treasury)
    await chain.transfer(treasury, chain.book.usdb, operator, rest - 150n * WAD + 1n)
    expect([outcomeOf(await claim(who)), (await claim(who)).status]).toEqual(["FAUCET_EMPTY", 503])
    await chain.transfer(operator, chain.book.usdb, treasury, rest - 150n * WAD + 1n)
    const ether = await chain.call("eth_getBalance", treasury, "latest")
    await chain.call("anvil_setBalance", treasury, "0x1")
    expect(outcomeOf(await claim(who))).toBe("FAUCET_EMPTY")
    await chain.call("anvil_setBalance", treasury, ether)

    proxy.set({ kind: "down" })
    expect([outcomeOf(await claim(who)), (await claim(who)).status]).toEqual([
      "CHAIN_UNAVAILABLE",
      503,
    ])
    expect(await payouts()).toEqual([])
    await windowStart()
    proxy.set({ kind: "rejecting", method: "eth_sendRawTransaction" })
    expect(outcomeOf(await claim(who))).toBe("CHAIN_UNAVAILABLE")
    expect(await payouts()).toMatchObject([{ state: "void" }])
    // No cooldown; what was refused before the payout took nothing from the limits, this has.
    expect(await status(who)).toMatchObject({ canClaim: true, cooldownRemaining: 0 })
    proxy.set({ kind: "well" })
    expect(outcomeOf(await claim(who))).toBe("RATE_LIMITED")
    forgetLimits()
    expect(outcomeOf(await claim(who))).toBe(200)
    await expectBalance(who.wallet, 150n * WAD)
  })

  test("two claims of a wallet at once: one is paid", async () => {
    const who = await claimant()
    const outcomes = (await Promise.all([claim(who), claim(who), claim(who)])).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    const others = outcomes.filter((outcome) => outcome !== 200)
    for (const code of others) expect(["CLAIM_IN_PROGRESS", "COOLDOWN_ACTIVE"]).toContain(code)
    expect(await payouts()).toHaveLength(1)
    await expectBalance(who.wallet, 150n * WAD)
  })

  test("ten wallets of one address: one claim in a minute, and so many in a day", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, claimant))
    await windowStart()
    const answers = await Promise.all(all.map((who) => claim(who, {}, "192.0.2.1")))
    expect(answers.map(outcomeOf).sort()).toEqual([200, ...Array(9).fill("RATE_LIMITED")])
    const left = all.filter((_, n) => answers[n]?.status !== 200)
    const forgetMinute = () => {
      const limiters = processSingleton("limiters", () => new Map<string, unknown>())
      for (const policy of ["claim", "claim-wallet"]) limiters.delete(policy)
    }
    const later: (number | string)[] = []
    for (const who of left.slice(0, 3)) {
      forgetMinute()
      later.push(outcomeOf(await claim(who, {}, "192.0.2.1")))
    }
    expect(later).toEqual([200, 200, "RATE_LIMITED"])
    forgetMinute()
    const refused = await claim(left[3] ?? { key: "" }, {}, "192.0.2.1")
    expect(refused.headers.get("ratelimit-policy")).toBe('"claim-day";q=3;w=86400')
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await payouts()).toHaveLength(3)
  })

  test("a bundle of ten addresses: each is paid once, with nonces of its own", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, claimant))
    const before = await balanceOf(treasury)
    const answers = await Promise.all(all.map((who) => claim(who)))
    // Who waits too long for the treasury is told to come back.
    const paid = all.filter((_, n) => answers[n]?.status === 200)
    const codes = new Set(
      answers.filter(({ status }) => status !== 200).map(({ body }) => body.code),
    )
    expect([...codes].every((code) => code === "SERVICE_UNAVAILABLE")).toBe(true)
    expect(paid.length).toBeGreaterThan(3)
    await expectBalance(treasury, before - 150n * WAD * BigInt(paid.length))
    const { rows } = await pool().query(
      "select count(distinct nonce)::int as nonces from faucet_payout",
    )
    expect(rows).toEqual([{ nonces: paid.length }])
  })

  test("a ring of referrers, each unmined when the next claims, stays open", async () => {
    await chain.call("evm_setAutomine", false)
    const ring = await Promise.all(Array.from({ length: 4 }, claimant))
    const outcomes: (number | string)[] = []
    for (const [n, who] of ring.entries()) {
      const referrer = ring[(n + 1) % ring.length]?.wallet
      outcomes.push(outcomeOf(await claim(who, { referrer })))
    }
    expect(outcomes).toEqual([200, 200, 200, "INVALID_REFERRER"])
    await chain.call("evm_setAutomine", true)
    await chain.mine()
    await settle()
    const { rows } = await pool().query("select count(*)::int as referrals from referral")
    expect(rows).toEqual([{ referrals: 3 }])
    expect((await payouts()).map(({ state }) => state)).toEqual(["paid", "paid", "paid"])
  })

  test("a payout that is reverted later is void and leaves no cooldown", async () => {
    const who = await claimant()
    await chain.call("evm_setAutomine", false)
    expect(outcomeOf(await claim(who))).toBe(200)
    expect((await status(who)).canClaim).toBe(false)
    // The operator names another faucet operator, in a transaction that is mined first.
    const replace = encodeFunctionData({
      abi: usdbAbi,
      functionName: "setFaucetOperator",
      args: [addressOf(1) as Address],
    })
    await chain.call("eth_sendTransaction", {
      ...{ from: operator, to: chain.book.usdb, data: replace, gas: "0x30d40" },
      ...{
        maxFeePerGas: toHex(parseGwei("1000")),
        maxPriorityFeePerGas: toHex(parseGwei("900")),
      },
    })
    await chain.mine()
    await chain.call("evm_setAutomine", true)
    expect(await status(who)).toMatchObject({ canClaim: true, cooldownRemaining: 0 })
    expect(await payouts()).toMatchObject([{ state: "void", failure: "reverted" }])
    expect(await balanceOf(who.wallet)).toBe(0n)
    forgetLimits()
    expect(outcomeOf(await claim(who))).toBe("NOT_CONFIGURED")
  })

  test("a nonce that somebody else has used is replaced", async () => {
    const who = await claimant()
    await chain.call("evm_setAutomine", false)
    const lost = await claim(who)
    expect(lost.status).toBe(200)
    await chain.call("anvil_dropTransaction", lost.body.txHash)
    await chain.call("evm_setAutomine", true)
    await chain.transfer(treasury, chain.book.usdb, operator, 1n)
    // Not before a payout is overdue.
    await settlePayouts()
    expect(await payouts()).toMatchObject([{ state: "sent" }])
    await pool().query("update faucet_payout set created_at = now() - interval '1 minute'")
    await settlePayouts()
    expect(await payouts()).toMatchObject([{ state: "void" }])
    forgetLimits()
    expect(outcomeOf(await claim(who))).toBe(200)
    await expectBalance(who.wallet, 150n * WAD)
  })
})

describe("another process", () => {
  let child: ChildProcess

  /** Stops for ever between the record of its payout and its sending. */
  async function claimElsewhere(wallet: string) {
    proxy.set({ kind: "holding", method: "eth_sendRawTransaction" })
    child = spawn(
      process.execPath,
      ["--import", "tsx", "tests/lib/faucet/claim-process.ts", wallet, "192.0.2.7"],
      { stdio: "inherit", env: process.env },
    )
    await until(async () => proxy.refused() > 0)
  }

  const exit = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  }

  async function kill() {
    child.kill("SIGKILL")
    await exit()
  }

  test("409 while it pays; killed, its record is completed by the next claim or the follower", async () => {
    const who = await claimant()
    await claimElsewhere(who.wallet)
    expect(await payouts()).toMatchObject([{ state: "stored" }])
    expect(outcomeOf(await claim(who))).toBe("CLAIM_IN_PROGRESS")
    // Nobody completes what is not interrupted.
    await settlePayouts()
    expect(await payouts()).toMatchObject([{ state: "stored" }])
    await kill()
    proxy.set({ kind: "well" })
    const { rows } = await pool().query("select tx_hash, id from faucet_payout")
    const stored = { hash: `0x${rows[0].tx_hash.toString("hex")}` }

    // As often as it may happen: the same transaction, paid once.
    const restart = await chain.snapshot()
    await until(async () => {
      await settlePayouts()
      return (await payouts())[0].state === "sent"
    })
    await expectBalance(who.wallet, 150n * WAD)
    await chain.revert(restart)
    await pool().query("update faucet_payout set state = 'stored'")
    const answer = await claim(who)
    expect(answer).toMatchObject({ status: 200, body: { amount: 150, txHash: stored.hash } })
    await expectBalance(who.wallet, 150n * WAD)
    expect(outcomeOf(await claim(who))).toBe("COOLDOWN_ACTIVE")
    await settle()
    expect(await payouts()).toMatchObject([{ state: "paid" }])
  })

  test("stalled, it keeps nobody waiting for long, and pays nothing when it wakes up", {
    tags: ["long"],
    timeout: 60_000,
  }, async () => {
    const who = await claimant()
    await claimElsewhere(who.wallet)
    child.kill("SIGSTOP")
    proxy.set({ kind: "well" })
    await expect
      .poll(async () => outcomeOf(await claim(who)), { timeout: 30_000, interval: 1_000 })
      .not.toBe("CLAIM_IN_PROGRESS")
    await expectBalance(who.wallet, 150n * WAD)
    child.kill("SIGCONT")
    await exit()
    await settle()
    expect(await payouts()).toMatchObject([{ state: "paid" }])
    await expectBalance(who.wallet, 150n * WAD)
  })
})

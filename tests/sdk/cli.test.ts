/** @module-tag long */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { encryptKeystoreJson } from "ethers/wallet"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { toExitCode } from "@/sdk/src/cli/exit-codes"
import { runCli } from "@/sdk/src/cli/program"
import { TransactionRevertedError } from "@/sdk/src/client"
import { bob } from "@/tests/helpers/chain"
import { createMarkets } from "@/tests/helpers/markets"
import { CAROL_KEY, carolAccount, DAVE_KEY, daveAccount } from "./keys"
import { type Service, startService } from "./service"

let service: Service
let market: string
let folder: string

beforeAll(async () => {
  service = await startService(async (chain) => {
    await chain.buyMain(bob, "10")
    await chain.launch(bob)
    await chain.launch(bob, { symbol: "TWIN", name: "One" })
    await chain.launch(bob, { symbol: "TWIN", name: "Two" })
    market = (await (await createMarkets(chain)).createMarket(bob)).token
  })
  folder = mkdtempSync(path.join(tmpdir(), "atoll-cli-"))
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

type Setting = { env?: Record<string, string>; answer?: string | null }

/** Runs a command line as carol; answers what it printed and its exit code. */
async function atoll(line: string, { env = {}, answer = null }: Setting = {}) {
  const output = { out: "", error: "", questions: 0 }
  const exit = await runCli(line.split(" "), {
    env: {
      ...{ ATOLL_URL: service.url, ATOLL_PRIVATE_KEY: CAROL_KEY, XDG_CONFIG_HOME: folder },
      ...env,
    },
    write: (text) => {
      output.out += text
    },
    writeError: (text) => {
      output.error += text
    },
    ask: async () => {
      output.questions++
      return answer
    },
  })
  return { ...output, exit, json: () => JSON.parse(output.out) }
}

const nobody = { ATOLL_PRIVATE_KEY: "" }

describe("the command", () => {
  test("signs in, and keeps the key where only its owner reads it", async () => {
    expect(await atoll("login --json")).toMatchObject({ exit: 0 })
    const file = path.join(folder, "atoll/services.json")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = service.requests.length
    expect((await atoll("tokens")).exit).toBe(0)
    expect(service.requests.slice(before)).toEqual([
      "GET /api/v1/tokens?isPrediction=false&metrics=true&limit=20&sort=volume",
    ])
  })

  test("prints tables for people and JSON for programs", async () => {
    const text = await atoll("tokens --search KELP")
    expect(text.out).toMatch(
      /^SYMBOL +NAME +PRICE +LIQUIDITY +24H VOLUME +ADDRESS\nKELP +Kelp +[\d.e-]+ +[\d.]+ +[\d.]+ +0x/,
    )
    expect((await atoll("markets --status active")).out).toMatch(/ active +0 Yes 50%, 1 No 50% /)
    expect((await atoll("markets --status resolved")).out).toBe("Nothing was found.\n")
    expect(await atoll("markets --status lively")).toMatchObject({ exit: 2 })
    expect(await atoll("tokens --sort size")).toMatchObject({ exit: 2 })
    const rows = (await atoll("markets --sort newest --json")).json()
    expect(rows.map(({ address }: { address: string }) => address)).toEqual([market.toLowerCase()])
    expect((await atoll("portfolio")).out).toMatch(/cash +USDB/)
    // The wallet of the kept key, where nothing signs.
    expect((await atoll("portfolio", { env: nobody })).out).toMatch(/cash +USDB/)
  })

  test("takes symbols for the addresses of an action's fields", async () => {
    expect((await atoll("quote token.buy token=KELP amount=2")).out).toContain("KELP")
    expect((await atoll("execute token.buy token=tide amount=2 --dry-run")).out).toContain("TIDE")
    expect(await atoll("quote token.buy token=TWIN amount=2")).toMatchObject({ exit: 2 })
  })

  test("quotes without an account", async () => {
    const done = await atoll("quote market.buy market=".concat(market, " outcomeId=0 amount=2"))
    expect(done.out).toMatch(/You receive .* shares/)
  })

  test("says what it would sign, and signs nothing", async () => {
    const before = await service.chain.head()
    const done = await atoll("buy KELP 2 --dry-run --json")
    expect(done.exit).toBe(0)
    expect(done.json()).toMatchObject({ dryRun: true, usdb: `${2n * 10n ** 18n}` })
    expect((await atoll("buy KELP 2 --dry-run")).out).toContain("Nothing was signed")
    expect(await service.chain.head()).toBe(before)
  })

  test("buys tokens and shares, and sells", async () => {
    const bought = await atoll("buy KELP 2 --json")
    expect(bought.json().events.map(({ type }: { type: string }) => type)).toContain("TokensTraded")
    expect((await atoll("sell KELP 0.5 --slippage 2")).out).toContain("TokensTraded")
    expect((await atoll(`buy ${market} 30 --outcome yes --yes`)).exit).toBe(0)
    const offered = await atoll(`sell ${market} 10 --outcome 0 --price 0.3`)
    expect(offered).toMatchObject({ exit: 0, error: "" })
  })

  test("asks above the limit of confirmation, unless it is told not to", async () => {
    const declined = await atoll("buy KELP 11", { answer: "n" })
    expect(declined).toMatchObject({ exit: 5, questions: 1 })
    expect(await atoll("buy KELP 11", { answer: null })).toMatchObject({ exit: 5 })
    expect(await atoll("buy KELP 11", { answer: "y" })).toMatchObject({ exit: 0, questions: 1 })
    expect(await atoll("buy KELP 11 --yes")).toMatchObject({ exit: 0, questions: 0 })
  })

  test("performs any action, and claims", async () => {
    const wrapped = await atoll("execute vault.wrap amount=2 payWith=usdb --json")
    expect(wrapped.json().transactions.at(-1)).toMatchObject({ status: "success" })
    expect((await atoll("claim faucet")).out).toMatch(/You receive .* USDB/)
    expect(await atoll("claim faucet --json")).toMatchObject({ exit: 4 })
    expect((await atoll("claim markets")).out).toBe("There is nothing to claim.\n")
    expect((await atoll("claim fly")).exit).toBe(2)
    expect((await atoll("claim vesting")).exit).toBe(2)
  })

  test("watches a stream", async () => {
    const watching = atoll("watch trades --json --count 1")
    await expect.poll(() => service.requests.some((each) => each.includes("/stream"))).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await atoll("buy KELP 1")
    expect((await watching).json()).toMatchObject({ event: "trade", data: { type: "buy" } })
  })

  test("doctor finds nothing wrong, and says what is", async () => {
    const well = await atoll("doctor --json")
    expect(well.json().checks.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining(["service", "index", "clock", "chain", "key", "wallet", "limits"]),
    )
    expect(well.json()).toMatchObject({ ok: true })
    const node = { ATOLL_RPC_URL: service.chain.url }
    expect((await atoll("doctor", { env: node })).out).toMatch(/✓ +own node +chain 31337/)
    const wrong = { ATOLL_RPC_URL: service.url }
    expect((await atoll("doctor", { env: wrong })).out).toMatch(/✗ +own node/)
    const away = await atoll("doctor", { env: { ATOLL_URL: "http://127.0.0.1:9" } })
    expect(away).toMatchObject({ exit: 1 })
    expect(away.out).toMatch(/✗ +service .*cannot be reached +Start the service/)
  })
})

describe("exit codes", () => {
  test("0 and 2: help and wrong usage", async () => {
    expect(await atoll("--help")).toMatchObject({ exit: 0 })
    for (const line of ["fly", "buy KELP", "buy KELP many", "buy TWIN 1", "quote token.fly"]) {
      expect(await atoll(line), line).toMatchObject({ exit: 2 })
    }
    expect((await atoll("quote token.buy amount=1")).error).toContain("needs token")
    for (const line of ["fly --json", "buy KELP --json", "tokens --fly --json"]) {
      const { exit, out, error } = await atoll(line)
      expect({ exit, out }, line).toEqual({ exit: 2, out: "" })
      expect(JSON.parse(error), line).toMatchObject({
        ...{ code: "USAGE", error: expect.not.stringMatching(/^error:/) },
      })
    }
    expect((await atoll("buy KELP 1", { env: { ATOLL_PRIVATE_KEY: "0x12" } })).exit).toBe(2)
  })

  test("3: not signed in", async () => {
    const env = { ...nobody, XDG_CONFIG_HOME: path.join(folder, "empty") }
    expect(await atoll("buy TIDE 1", { env })).toMatchObject({ exit: 3 })
    const wrong = { ...env, ATOLL_KEY: "atoll_wrong" }
    const done = await atoll("tokens --json", { env: wrong })
    expect(done).toMatchObject({ exit: 3, out: "" })
    expect(JSON.parse(done.error)).toMatchObject({ code: "INVALID_API_KEY", status: 401 })
  })

  test("4: refused by the service", async () => {
    expect(await atoll(`buy 0x${"12".repeat(20)} 1`)).toMatchObject({ exit: 4 })
    const done = await atoll("sell KELP 999999 --json")
    expect(done.exit).toBe(4)
    expect(JSON.parse(done.error)).toMatchObject({ code: "INSUFFICIENT_BALANCE" })
  })

  test("5: beyond the limits of the signer", async () => {
    const file = path.join(folder, "tight.json")
    const tight = { env: { ATOLL_LIMITS: file } }
    expect(
      (await atoll("limits --per-action 2 --actions token.buy --json", tight)).json(),
    ).toMatchObject({
      ...{ maxPerAction: "2", maxPerDay: "500", actions: ["token.buy"], file },
    })
    expect(await atoll("buy KELP 2.1", tight)).toMatchObject({ exit: 5 })
    expect(await atoll("buy KELP 2", tight)).toMatchObject({ exit: 0 })
    expect(await atoll("sell KELP 1", tight)).toMatchObject({ exit: 5 })
    expect((await atoll("limits --expires 2020-01-01", tight)).out).toMatch(/2 signed for today/)
    expect(await atoll("buy KELP 1", tight)).toMatchObject({ exit: 5 })
    expect(await atoll("limits --actions fly", tight)).toMatchObject({ exit: 2 })
    expect(await atoll("limits --max-slippage 51", tight)).toMatchObject({ exit: 2 })
    expect(await atoll("limits --per-day much", tight)).toMatchObject({ exit: 2 })
    const tried = await atoll("limits --per-action 9 --dry-run --json", tight)
    expect(tried.json()).toMatchObject({ dryRun: true, maxPerAction: "9" })
    expect((await atoll("limits --json", tight)).json()).toMatchObject({ maxPerAction: "2" })
  })

  test("5: more slippage than the limits allow, and 4: less than the least that is named", async () => {
    const own = { env: { ATOLL_LIMITS: path.join(folder, "slippage.json") } }
    const refused = await atoll("buy KELP 1 --slippage 3.01 --dry-run", own)
    expect([refused.exit, refused.error]).toEqual([5, expect.stringContaining("LIMIT_SLIPPAGE")])
    const limits = await atoll("limits --max-slippage 4 --json", own)
    expect(limits.json()).toMatchObject({ maxSlippageBp: 400 })
    expect(await atoll("buy KELP 1 --slippage 3.01 --dry-run", own)).toMatchObject({ exit: 0 })
    const little = await atoll("buy KELP 1 --min-out 1000 --dry-run", own)
    expect([little.exit, little.error]).toEqual([4, expect.stringContaining("BELOW_MIN_OUT")])
    expect(await atoll("buy KELP 1 --min-out 0.1 --dry-run", own)).toMatchObject({ exit: 0 })
  })

  test("6: reverted", () => {
    expect(toExitCode(new TransactionRevertedError("", { code: "REVERTED" }))).toBe(6)
  })

  test("7: no answer", async () => {
    const env = { ATOLL_URL: "http://127.0.0.1:9" }
    expect(await atoll("tokens", { env })).toMatchObject({ exit: 7 })
  })
})

test("a keystore signs, with its password only", async () => {
  const keystore = path.join(folder, "dave.json")
  const scrypt = { N: 2, r: 1, p: 1 }
  const account = { address: daveAccount.address, privateKey: DAVE_KEY }
  writeFileSync(keystore, await encryptKeystoreJson(account, "reef", { scrypt }))
  const env = { ...nobody, ATOLL_KEYSTORE: keystore }
  const done = await atoll("login --json", { env: { ...env, ATOLL_KEYSTORE_PASSWORD: "reef" } })
  expect(done.json()).toMatchObject({ wallet: daveAccount.address.toLowerCase() })
  expect(await atoll("login", { env, answer: "wrong" })).toMatchObject({ exit: 1, questions: 1 })
  expect(carolAccount.address).not.toBe(daveAccount.address)
})

test("other contracts than those that were kept get no signature", async () => {
  const env = { XDG_CONFIG_HOME: path.join(folder, "pinned") }
  const again = await atoll("login", { env })
  expect(again).toMatchObject({ exit: 4, questions: 1 })
  expect(again.error).toContain("--replace")
  expect(await atoll("login", { env, answer: "y" })).toMatchObject({ exit: 0, error: "" })
  expect(await atoll("login --replace", { env })).toMatchObject({ exit: 0, error: "" })
  const file = path.join(env.XDG_CONFIG_HOME, "atoll/services.json")
  const kept = JSON.parse(await import("node:fs").then((fs) => fs.readFileSync(file, "utf8")))
  kept[service.url].contracts.swap = `0x${"ab".repeat(20)}`
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 })
  const done = await atoll("buy KELP 1 --json", { env })
  expect(done.exit).toBe(1)
  expect(JSON.parse(done.error)).toMatchObject({ code: "UNEXPECTED_TRANSACTION" })
  expect((await atoll("doctor", { env })).out).toMatch(/✗ +chain/)
  expect(await atoll("login", { env })).toMatchObject({ exit: 0 })
  expect(await atoll("buy KELP 1", { env })).toMatchObject({ exit: 0 })
  expect(await atoll("logout --revoke", { env })).toMatchObject({ exit: 0 })
  // The wallet has no key now: another one is created without a replacement.
  expect(await atoll("login", { env })).toMatchObject({ exit: 0 })
})

import pg from "pg"
import { encodeFunctionData, type Hex, parseAbi } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { pool } from "@/lib/db/client"
import { findCalldataChanges } from "@/lib/indexer/calldata"
import { createRpc } from "@/lib/indexer/rpc"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { WhitelistChecker } from "@/lib/indexer/whitelist-checker"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
} from "@/tests/helpers/chain"
import { catchUp, startFollower } from "./following"
import { startProxy } from "./proxy"

/** A removal emits nothing: the calls that may be one are few, and no number of entries delays a block. */
let chain: TestChain
let proxy: Awaited<ReturnType<typeof startProxy>>
let token: string

beforeAll(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
  configureChain({ ...chain, url: proxy.url })
  token = (await chain.launch(alice, { frozen: true })).token
  await chain.whitelist(alice, token, [bob, carol, dave], "900")
})
afterAll(async () => {
  await proxy?.stop()
  await chain?.stop()
})

const entries = async () => {
  const { rows } = await pool().query<{ wallet: string }>(
    "select wallet from whitelist_entry where token = $1 and wallet = any($2) order by wallet",
    [token, [bob, carol, dave]],
  )
  return rows.map(({ wallet }) => wallet)
}

/** Entries that the contract confirms, as far as anybody asks: the answers are the proxy's. */
async function addEntries(count: number) {
  await pool().query(
    `insert into whitelist_entry (token, wallet, event_id)
    select $1, '0xd' || lpad(to_hex(n), 39, '0'), 1 from generate_series(1, $2::int) n`,
    [token, count],
  )
}

const WHITELISTED = encodeFunctionData({
  abi: factoryTokenAbi,
  functionName: "whitelisted",
  args: [bob],
}).slice(0, 10)
const countChecks = () => proxy.calls().filter((one) => one.includes(WHITELISTED)).length

/** Confirms every entry but those of these wallets. */
const confirmAllBut = (...wallets: string[]) =>
  proxy.set({
    kind: "altered",
    alter: (method, result, params) => {
      const { data = "" } = (params[0] ?? {}) as { data?: string }
      if (method !== "eth_call" || !`${data}`.startsWith(WHITELISTED)) return result
      const isDenied = wallets.some((wallet) => data.endsWith(wallet.slice(2)))
      return `0x${(isDenied ? "0" : "1").padStart(64, "0")}`
    },
  })

test("4,000 entries and a cheap call of their token cost no questions on the way of a block or a report", async () => {
  confirmAllBut()
  const follower = await startFollower(chain, { rpcUrl: proxy.url })
  await follower.settle()
  await addEntries(4_000)
  confirmAllBut()
  for (let i = 0; i < 5; i++) await chain.transfer(alice, token, alice, 0n)
  const { transactionHash } = await chain.transfer(alice, token, alice, 0n)
  await syncTransaction(transactionHash)
  await follower.settle()
  // One piece of the regular round may fall into it.
  expect(countChecks()).toBeLessThanOrEqual(100)

  confirmAllBut()
  proxy.set({ kind: "well" })
  const removal = await chain.unlist(alice, token, bob)
  await follower.settle()
  expect(countChecks()).toBeLessThanOrEqual(101)
  expect(await entries()).toEqual([carol, dave].toSorted())
  expect(removal.logs).toEqual([])
  await follower.stop()
  await pool().query("delete from whitelist_entry where event_id = 1")
})

test("a report of a removal asks about the wallet it names", async () => {
  const { transactionHash } = await chain.unlist(alice, token, carol)
  proxy.set({ kind: "well" })
  expect(await syncTransaction(transactionHash)).toEqual([])
  expect(countChecks()).toBe(1)
  expect(await entries()).toEqual([dave])
})

test("a removal through another contract is noticed by the regular round, a piece at a time", async () => {
  await catchUp(chain)
  await addEntries(250)
  confirmAllBut(dave)
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const whitelists = new WhitelistChecker(client, createRpc(proxy.url, { timeoutMs: 5_000 }))
  await whitelists.refresh()
  expect(countChecks()).toBe(100)
  await whitelists.refresh()
  // The next piece is not due yet.
  expect(countChecks()).toBe(100)
  whitelists.recheckAll()
  let pieces = 1
  while (await whitelists.refresh()) pieces++
  expect(pieces).toBe(3)
  expect(await entries()).toEqual([])
  await client.end()
})

const removals = parseAbi([
  "function RemoveWhitelist(address wallet)",
  "function RemoveWhitelist(address wallet, address marketToken)",
  "function SetWhitelistedWallet(address[] wallets, uint256 amount, string tag)",
  "function SetWhitelistedWallet(address[] wallets, uint256 amount, string tag, address marketToken)",
  "function manageWhitelist(address marketToken, address[] wallets, uint256 amount, string tag, bool status)",
  "function DisableFreeze()",
  "function DisableFreeze(address marketToken)",
])

test("calls of tokens and market contracts name what they may change", () => {
  const T: Hex = `0x${"7a".repeat(20)}`
  const STRANGER: Hex = `0x${"99".repeat(20)}`
  const { marketTrading, privateMarket } = chain.book
  const toCall = (to: string, functionName: string, args: unknown[]) => ({
    to,
    input: encodeFunctionData({ abi: removals, functionName, args } as never),
  })
  const read = (...call: Parameters<typeof toCall>) =>
    findCalldataChanges([toCall(...call)], chain.book, (address) => address === T)
  const entry = (wallet: string) => ({ token: T, wallet })

  expect(read(T, "RemoveWhitelist", [bob])).toEqual({ tokens: [T], removals: [entry(bob)] })
  expect(read(T, "SetWhitelistedWallet", [[bob], 1n, "x"])).toEqual({ tokens: [T], removals: [] })
  expect(read(T, "DisableFreeze", [])).toEqual({ tokens: [T], removals: [] })
  expect(read(marketTrading, "RemoveWhitelist", [bob, T])).toEqual({
    tokens: [],
    removals: [entry(bob)],
  })
  expect(read(marketTrading, "SetWhitelistedWallet", [[bob], 1n, "x", T])).toEqual({
    tokens: [],
    removals: [],
  })
  expect(read(privateMarket, "manageWhitelist", [T, [bob, dave], 1n, "x", false])).toEqual({
    tokens: [],
    removals: [entry(bob), entry(dave)],
  })
  expect(read(privateMarket, "manageWhitelist", [T, [bob], 1n, "x", true])).toEqual({
    tokens: [],
    removals: [],
  })
  expect(read(privateMarket, "DisableFreeze", [T])).toEqual({ tokens: [T], removals: [] })
  // Of a token that is not listed, of a contract that is none of ours, and an input that fits no function.
  expect(read(marketTrading, "RemoveWhitelist", [bob, STRANGER])).toEqual({
    tokens: [],
    removals: [],
  })
  expect(read(STRANGER, "RemoveWhitelist", [bob])).toEqual({ tokens: [], removals: [] })
  const cut = [{ to: T, input: `${toCall(T, "RemoveWhitelist", [bob]).input.slice(0, 30)}` }]
  expect(findCalldataChanges(cut, chain.book, () => true)).toEqual({ tokens: [T], removals: [] })
})

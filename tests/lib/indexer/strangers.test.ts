/** @module-tag long */
import { encodeAbiParameters, type Hex, pad, parseEther, toEventSelector } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import mainToken from "@/contracts/bytecode/MainToken.json" with { type: "json" }
import usdb from "@/contracts/bytecode/USDB.json" with { type: "json" }
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { log as logger } from "@/lib/telemetry/logger"
import {
  alice,
  bob,
  configureChain,
  operator,
  startChain,
  type TestChain,
  treasury,
} from "@/tests/helpers/chain"
import { emitFrom } from "./emitter"
import { catchUp } from "./following"
import { dump, emptyIndex } from "./tables"
import { deployTradeGenerator } from "./trade-generator"

const TRADED = toEventSelector("TokensTraded(uint256,uint256,address,uint256,uint8)")
const SYNC = toEventSelector("Sync(uint256,uint256)")
const TRANSFER = toEventSelector("Transfer(address,address,uint256)")
const CREATED = toEventSelector("TokenCreated(address,string,string,address)")

const uints = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: "uint256" as const })),
    values,
  )

let chain: TestChain
let token: string

beforeAll(async () => {
  chain = await startChain()
  configureChain(chain)
  token = (await chain.launch(alice)).token
  await chain.buy(bob, token, "50")
})
let snapshot: Hex
beforeEach(async () => {
  snapshot = await chain.snapshot()
  await emptyIndex(pool())
})
afterEach(() => chain.revert(snapshot))
afterAll(() => chain?.stop())

/** Both ways a transaction can come in. */
const ways = {
  "by sync": (hash: string) => syncTransaction(hash).then(() => {}),
  "by the follower": () => catchUp(chain),
}
type Way = keyof typeof ways
const each = Object.keys(ways) as Way[]

describe.each(each)("%s", (way) => {
  test("a foreign contract emitting the same topics changes nothing", async () => {
    await catchUp(chain)
    const before = await dump(pool())
    const foreign = (await chain.deploy(usdbAbi, usdb.bytecode, [operator, operator]))
      .contractAddress
    const logs = [
      { topics: [SYNC], data: uints(1n, 2n) },
      { topics: [TRADED, pad(alice)], data: uints(1n, 2n, 3n, 0n) },
      { topics: [TRANSFER, pad(alice), pad(bob)], data: uints(9n) },
      { topics: [CREATED, pad(bob)], data: uints(1n) },
    ]
    for (const log of logs) {
      const { transactionHash } = await emitFrom(chain, `${foreign}`, log)
      await ways[way](transactionHash)
    }
    expect(await dump(pool())).toEqual(before)
  })

  test("a token traded in the transaction that creates it is known in time", async () => {
    const generator = await deployTradeGenerator(chain)
    const { transactionHash, logs } = await generator.launch(
      way === "by sync" ? "SYNCED" : "FOLLOWED",
    )
    await ways[way](transactionHash)
    const created = `0x${logs.find(({ address }) => address === chain.book.factory)?.topics[1]?.slice(26)}`
    const { rows } = await pool().query(
      `select trade_count, holder_count, first_sync_id <> sync_id as moved,
        (select count(*)::int from trade d where d.token = address and not routing_leg) as trades
      from token where address = $1`,
      [created],
    )
    expect(rows).toEqual([{ trade_count: 1, holder_count: 1, moved: true, trades: 1 }])
  })

  test("a log with a malformed body or layout is skipped and reported, the rest is stored", async () => {
    const warn = vi.spyOn(logger, "warn").mockImplementation(() => {})
    await catchUp(chain)
    warn.mockClear()
    const malformed: { topics: Hex[]; data: Hex }[] = [
      { topics: [SYNC], data: uints(1n) },
      { topics: [SYNC], data: uints(1n, 2n, 3n) },
      { topics: [TRANSFER, pad(alice), pad(bob), pad("0x05")], data: "0x" },
      { topics: [TRADED, `0x${"ff".repeat(32)}`], data: uints(1n, 1n, 1n, 0n) },
      { topics: [TRADED, pad(alice)], data: uints(1n, 1n, 1n, 256n) },
      { topics: [TRADED, pad(alice)], data: uints(1n, 1n, 1n, 4n) },
    ]
    const before = await dump(pool())
    for (const log of malformed)
      await ways[way]((await emitFrom(chain, token, log)).transactionHash)
    expect(warn).toHaveBeenCalledTimes(malformed.length)
    expect(await dump(pool())).toEqual(before)
    const { rowCount } = await pool().query("select 1 from unreadable_log")
    expect(rowCount).toBe(malformed.length)
    const { transactionHash } = await chain.buy(alice, token, "3")
    await ways[way](transactionHash)
    expect((await dump(pool())).trade).toHaveLength((before.trade?.length ?? 0) + 2)
    warn.mockRestore()
  })

  test("a name with NUL, stray bytes and control characters is cleaned, not fatal", async () => {
    const { factory } = chain.book
    const usdbAddress = chain.book.usdb
    const like = await chain.deploy(mainTokenAbi, mainToken.bytecode, [
      usdbAddress,
      operator,
      treasury,
    ])
    const address = `${like.contractAddress}` as Hex
    const text = (hex: string) => {
      const bytes = hex.length / 2
      return uints(BigInt(bytes)).slice(2) + hex.padEnd(64, "0")
    }
    const head = uints(96n, 160n, BigInt(alice)).slice(2)
    const data: Hex = `0x${head}${text("410042e2808bff43")}${text("c3284a0a4b")}`
    const { transactionHash } = await emitFrom(chain, factory, {
      topics: [CREATED, pad(address)],
      data,
    })
    await ways[way](transactionHash)
    const { rows } = await pool().query("select name, symbol from token where address = $1", [
      address,
    ])
    expect(rows).toEqual([{ name: "AB\ufffdC", symbol: "\ufffd(J K" }])
  })
})

test("sync asks once about a foreign contract, not at every repetition", async () => {
  const foreign = (await chain.deploy(usdbAbi, usdb.bytecode, [operator, operator])).contractAddress
  const { transactionHash } = await chain.write(operator, `${foreign}`, usdbAbi, "mint", [
    bob,
    parseEther("5"),
  ])
  await syncTransaction(transactionHash)
  const calls = vi.spyOn(globalThis, "fetch")
  expect(await syncTransaction(transactionHash)).toEqual([])
  const bodies = calls.mock.calls.map(([, options]) => `${options?.body}`)
  expect(bodies.filter((body) => body.includes("eth_call"))).toEqual([])
  calls.mockRestore()
})

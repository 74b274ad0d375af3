/** @module-tag long */
import { toHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findKeeperStatus } from "@/lib/keeper/status"
import { bundleForTest } from "@/tests/helpers/bundle"
import { configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { holds, killPrograms, readHolder, startProgram } from "@/tests/helpers/programs"
import { until } from "../indexer/following"

let chain: TestChain
let file: string
const { privateKey } = mnemonicToAccount(
  "test test test test test test test test test test test junk",
  { addressIndex: 9 },
).getHdKey()

beforeAll(async () => {
  file = await bundleForTest("scripts/keeper.ts")
  chain = await startChain()
  configureChain(chain)
})
afterAll(async () => {
  await killPrograms()
  await chain?.stop()
})

const startKeeper = () =>
  startProgram(file, {
    RPC_URL: chain.url,
    CONTRACTS: JSON.stringify(chain.book),
    KEEPER_PRIVATE_KEY: toHex(privateKey ?? new Uint8Array()),
  })

/** The time of the newest round, by the database. */
const readRound = async () => (await findKeeperStatus())?.checkedAt.getTime() ?? 0

test("a second keeper works within 15 s of the first one's stall; the first waits when it wakes up", async () => {
  const working = startKeeper()
  await until(holds(working))
  const standby = startKeeper()
  await until(async () => (await readRound()) > 0)
  working.kill("SIGSTOP")
  const stoppedAt = performance.now()
  await until(holds(standby))
  await pool().query("delete from keeper_status")
  await until(async () => (await readRound()) > 0)
  expect(performance.now() - stoppedAt).toBeLessThan(15_000)

  const { fence } = await readHolder()
  working.lines.splice(0)
  working.kill("SIGCONT")
  await until(async () => working.lines.length > 0)
  const before = await readRound()
  await until(async () => (await readRound()) > before)
  expect(working.lines).toEqual(["The keeper stalled and lost its lease: it waits as a standby"])
  expect(await readHolder()).toEqual({ pid: standby.pid, fence })

  standby.kill("SIGTERM")
  await until(holds(working), 3_000)
}, 90_000)

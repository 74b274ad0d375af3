import { createPublicClient, maxUint256, toHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { isLeaseLost } from "@/lib/db/errors"
import { tryLease } from "@/lib/db/lease"
import { checkHealth } from "@/lib/health/service"
import { Keeper } from "@/lib/keeper/keeper"
import { WAD } from "@/lib/units"
import { alice, bob, configureChain, startChain, type TestChain } from "@/tests/helpers/chain"
import { nodeTransport } from "@/tests/helpers/node-transport"
import { catchUp } from "../indexer/following"
import { emptyIndex } from "../indexer/tables"

const DAY = 86_400
const MNEMONIC = "test test test test test test test test test test test junk"
const payer = mnemonicToAccount(MNEMONIC, { addressIndex: 9 })

let chain: TestChain
let snapshot: unknown
let lines: string[]

beforeAll(async () => {
  process.env.KEEPER_PRIVATE_KEY = toHex(payer.getHdKey().privateKey ?? new Uint8Array())
  chain = await startChain()
  configureChain(chain)
  const { book, write } = chain
  for (const wallet of [alice, bob]) {
    await chain.buyMain(wallet, "1000")
    for (const spender of [book.loanHub, book.staking]) {
      await write(wallet, book.mainToken, usdbAbi, "approve", [spender, maxUint256])
    }
  }
  snapshot = await chain.call("evm_snapshot")
})

beforeEach(async () => {
  await chain.call("evm_revert", snapshot)
  snapshot = await chain.call("evm_snapshot")
  await emptyIndex(pool())
  await pool().query("delete from keeper_status")
  lines = []
})

afterAll(() => chain?.stop())

const newKeeper = () => new Keeper((line) => lines.push(line))

const reader = () => createPublicClient({ transport: nodeTransport(chain.url) })

async function borrow(days: number) {
  const { book, write } = chain
  await write(alice, book.loanHub, loanHubAbi, "takeLoan", [
    book.mainToken,
    book.mainToken,
    100n * WAD,
    BigInt(days),
  ])
}

async function openLeverage(days: number) {
  const { book, write } = chain
  const path = [book.usdb, book.mainToken]
  await write(bob, book.swap, swapAbi, "leverageBuy", [50n * WAD, 0n, path, BigInt(days)])
}

async function borrowOnVault(days: number) {
  const { book, write } = chain
  const steps: [string, bigint[]][] = [
    ["buy", [200n * WAD]],
    ["lock", [100n * WAD]],
    ["borrow", [50n * WAD, BigInt(days)]],
  ]
  for (const [name, args] of steps) await write(bob, book.staking, stakingVaultAbi, name, args)
}

async function passDays(days: number) {
  await chain.call("evm_increaseTime", days * DAY)
  await chain.call("evm_mine")
  await catchUp(chain)
}

async function readLoans() {
  const { rows } = await pool().query(
    "select source, active, liquidated from loan order by source, loan_id",
  )
  return rows.map(({ source, active, liquidated }) => [source, active, liquidated])
}

const readHub = (id: bigint) =>
  reader().readContract({
    address: toAddress(chain.book.loanHub),
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [alice, id],
  })

const blockNumber = () => reader().getBlockNumber({ cacheTime: 0 })

test("liquidates what has expired, nothing else, and keeps its part", async () => {
  await borrow(10)
  await borrow(20)
  await openLeverage(10)
  await passDays(11)
  await newKeeper().run()
  await catchUp(chain)

  expect(await readHub(1n)).toMatchObject({ active: false, isLiquidated: true })
  expect(await readHub(2n)).toMatchObject({ active: true, isLiquidated: false })
  expect(await readLoans()).toEqual([
    ["hub", false, true],
    ["hub", true, false],
    ["leverage", false, true],
  ])
  const tide = await reader().readContract({
    address: toAddress(chain.book.mainToken),
    abi: mainTokenAbi,
    functionName: "balanceOf",
    args: [payer.address],
  })
  expect(tide).toBeGreaterThan(0n)
  expect(lines).toHaveLength(2)
})

test("settles the vault of a borrower whose loan it has liquidated", async () => {
  await borrowOnVault(10)
  await passDays(11)
  const keeper = newKeeper()
  await keeper.run()
  await catchUp(chain)
  await keeper.run()

  const [, pledged, , hasActiveLoan] = await reader().readContract({
    address: toAddress(chain.book.staking),
    abi: stakingVaultAbi,
    functionName: "userVaults",
    args: [bob],
  })
  expect([pledged, hasActiveLoan]).toEqual([0n, false])
  const before = await blockNumber()
  await keeper.run()
  expect(await blockNumber()).toBe(before)
})

test("is silent when there is nothing to do, and says in the health check that it ran", async () => {
  await borrow(10)
  await catchUp(chain)
  expect((await checkHealth()).checks.keeper).toBeNull()
  const before = await blockNumber()
  await newKeeper().run()
  expect(await blockNumber()).toBe(before)
  expect(lines).toEqual([])
  expect((await checkHealth()).checks.keeper).toMatchObject({
    ok: true,
    address: payer.address.toLowerCase(),
    reason: null,
  })
})

test("sends nothing for a loan that somebody else liquidated before the index knows it", async () => {
  await borrow(10)
  await passDays(11)
  await newKeeper().run()
  const before = await blockNumber()
  // The index still calls the loan active.
  await newKeeper().run()
  expect(await blockNumber()).toBe(before)
  expect(lines).toHaveLength(1)
})

test("two keepers at once liquidate each loan once, and both are well", async () => {
  await borrow(10)
  await openLeverage(10)
  await passDays(11)
  const { privateKey } = mnemonicToAccount(MNEMONIC, { addressIndex: 8 }).getHdKey()
  const other = new Keeper((line) => lines.push(line), {
    privateKey: toHex(privateKey ?? new Uint8Array()),
  })
  await Promise.all([newKeeper().run(), other.run()])
  expect(lines).toHaveLength(2)
  await catchUp(chain)
  expect(await readLoans()).toEqual([
    ["hub", false, true],
    ["leverage", false, true],
  ])
  await Promise.all([newKeeper().run(), other.run()])
  expect(lines).toHaveLength(2)
  expect((await checkHealth()).checks.keeper).toMatchObject({ ok: true, reason: null })
})

test("a keeper that has lost its lease sends nothing, and notes nothing", async () => {
  await borrow(10)
  await passDays(11)
  const lease = await tryLease("keeper")
  if (!lease) throw new Error("The lease is taken")
  const keeper = new Keeper((line) => lines.push(line), { lease })
  await pool().query("update lease set holder = 'another', fence = fence + 1")
  const before = await blockNumber()
  await expect(keeper.run()).rejects.toSatisfy(isLeaseLost)
  // Without anything to send, too.
  await pool().query("update loan set active = false")
  await expect(keeper.run()).rejects.toSatisfy(isLeaseLost)
  expect(await blockNumber()).toBe(before)
  expect([lines, (await checkHealth()).checks.keeper]).toEqual([[], null])
  await lease.release()
})

test("a loan that cannot be liquidated holds up no other, and is named in the health check", async () => {
  await borrow(10)
  await openLeverage(10)
  await passDays(11)
  // A row that the chain contradicts: there is no such loan.
  await pool().query("update loan set loan_id = 99 where source = 'hub'")
  await newKeeper().run()
  const { checks, status } = await checkHealth()
  expect(checks.keeper).toMatchObject({ ok: false })
  expect(checks.keeper?.reason).toMatch(/^Could not liquidate loan 99 of 0x/)
  expect(status).toBe("ok")
  await catchUp(chain)
  expect(await readLoans()).toContainEqual(["leverage", false, true])
})

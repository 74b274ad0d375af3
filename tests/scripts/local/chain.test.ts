/** @module-tag long */
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createPublicClient, createWalletClient, getAddress, http, zeroAddress } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { foundry } from "viem/chains"
import { afterEach, expect, test } from "vitest"
import { toAddress } from "@/lib/chain/browser"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { assets } from "@/lib/updown/assets"
import { timeframes } from "@/lib/updown/timeframes"
import { freePort } from "@/scripts/local/anvil"
import {
  chainExists,
  createChain,
  type LocalChain,
  MNEMONIC,
  resumeChain,
} from "@/scripts/local/chain"
import { rpc } from "@/scripts/local/rpc"
import { isDeep } from "@/tests/helpers/deep"

const account = mnemonicToAccount(MNEMONIC, { addressIndex: 7 })
const stops: (() => Promise<unknown>)[] = []
let firstFolder: Promise<string> | undefined
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function place() {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "atoll-chain-")), "31337")
  return { folder, port: await freePort(), chainId: 31337 }
}

/** A kept chain without history. Making one takes seconds, so that the tests have copies of the first. */
async function keptChain() {
  const where = await place()
  firstFolder ??= makeChain()
  cpSync(await firstFolder, where.folder, { recursive: true })
  return where
}

async function makeChain() {
  const { folder, ...rest } = await place()
  await (await createChain({ folder, ...rest })).keep()
  return folder
}

async function resume(where: Awaited<ReturnType<typeof place>>) {
  const chain = await resumeChain(where)
  stops.push(chain.stop)
  return chain
}

const reader = (url: string) =>
  createPublicClient({ transport: http(url), cacheTime: 0, pollingInterval: 10 })

async function sendOne(chain: LocalChain) {
  const wallet = createWalletClient({ account, chain: foundry, transport: http(chain.url) })
  const hash = await wallet.sendTransaction({ to: account.address, value: 1n })
  return reader(chain.url).waitForTransactionReceipt({ hash })
}

/** Everything a reader of the chain can see. */
async function historyOf(url: string, to: bigint) {
  const client = reader(url)
  const numbers = Array.from({ length: Number(to) + 1 }, (_, number) => BigInt(number))
  const blocks = await Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
  return {
    blocks,
    receipts: await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash }))),
    logs: await client.getLogs({ fromBlock: 0n, toBlock: to }),
    nonce: await client.getTransactionCount({ address: account.address }),
    balance: await client.getBalance({ address: account.address }),
  }
}

test("a new chain is on disk only when it is kept", async () => {
  const where = await place()
  const chain = await createChain(where, (node) => stops.push(node.stop))
  expect(chainExists(where.folder)).toBe(false)
  await chain.keep()
  expect(chainExists(where.folder)).toBe(true)
  firstFolder ??= Promise.resolve(where.folder)
})

const wantedAddress = (number: number) => `0x${(0xc0de00 + number).toString(16).padStart(40, "7")}`

function wantedAddresses() {
  const single = ["usdb", "mainToken", "factory", "taxes", "swap", "marketTrading", "privateMarket"]
  const others = ["resolver", "reader", "loanHub", "leverage", "vesting", "staking"]
  return {
    ...Object.fromEntries([...single, ...others].map((name, n) => [name, wantedAddress(n)])),
    upDown: Object.fromEntries(assets.map((asset, n) => [asset, wantedAddress(100 + n)])),
  }
}

test("a chain of any id is local: it has registries of agents, price feeds and open rounds", async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "atoll-chain-")), "56")
  // Clients with a built-in address book find the contracts where they expect them.
  const book = wantedAddresses()
  const file = path.join(path.dirname(folder), "contracts.json")
  writeFileSync(file, JSON.stringify(book))
  const where = { folder, port: await freePort(), chainId: 56, addresses: file }
  const chain = await createChain(where, (node) => stops.push(node.stop))
  const { identityRegistry, reputationRegistry, priceFeeds, upDown } = chain.book
  const addresses = [identityRegistry, reputationRegistry, priceFeeds, upDown].flatMap((each) =>
    typeof each === "string" ? each : Object.values(each),
  )
  expect(addresses).not.toContain(zeroAddress)
  const client = reader(chain.url)
  expect(await client.getChainId()).toBe(56)
  expect(chain.book).toMatchObject(book)
  await chain.keep()
  const resumed = await resume(where)
  const [startTime] = await reader(resumed.url).readContract({
    ...{ address: toAddress(upDown.btc), abi: upDownAbi, functionName: "getRound", args: [0, 1n] },
  })
  expect(startTime).toBeGreaterThan(0n)
})

test.runIf(isDeep)(
  "a kept chain has the blocks that it had in the making, from the first on",
  async () => {
    const where = await place()
    const chain = await createChain(where, (node) => stops.push(node.stop))
    const head = await reader(chain.url).getBlockNumber()
    const before = await historyOf(chain.url, head)
    await chain.keep()
    const after = await historyOf((await resume(where)).url, head)
    for (const part of ["blocks", "receipts", "logs"] as const) {
      expect(after[part], part).toEqual(before[part])
    }
    expect(after.blocks[1]?.parentHash).toBe(before.blocks[0]?.hash)
  },
)

test("a chain without history has an open round in every asset and timeframe when it is kept", async () => {
  const where = await keptChain()
  const chain = await resume(where)
  const client = reader(chain.url)
  const now = Date.now() / 1000
  for (const asset of assets) {
    const rounds = { address: getAddress(chain.book.upDown[asset]), abi: upDownAbi } as const
    for (const { code, seconds } of timeframes) {
      const args = [code, 1n] as const
      const [startTime] = await client.readContract({ ...rounds, functionName: "getRound", args })
      expect(Number(startTime)).toBeGreaterThan(now - 60)
      expect(Number(startTime) + seconds).toBeGreaterThan(now)
    }
  }
})

test("tokens that people launch have no address of an earlier chain's tokens", async () => {
  const chain = await resume(await keptChain())
  const client = reader(chain.url)
  const factory = { address: toAddress(chain.book.factory), abi: tokenFactoryAbi } as const
  const deployer = await client.readContract({ ...factory, functionName: "tokenDeployer" })
  const nonce = await client.getTransactionCount({ address: deployer })
  expect(Math.abs(Date.now() - nonce)).toBeLessThan(3_600_000)
})

test("a stopped chain goes on with the same history, at the real time", async () => {
  const where = await keptChain()
  const first = await resume(where)
  const { blockNumber } = await sendOne(first)
  const before = await historyOf(first.url, blockNumber)
  expect(before.logs.length).toBeGreaterThan(0)
  await first.stop()

  const second = await resume(where)
  expect(await historyOf(second.url, blockNumber)).toEqual(before)
  expect(second.book).toEqual(first.book)
  const sentAt = Date.now() / 1000
  const receipt = await sendOne(second)
  const { timestamp } = await reader(second.url).getBlock({ blockNumber: receipt.blockNumber })
  expect(Number(timestamp)).toBeGreaterThan(sentAt - 2)
  expect(Number(timestamp)).toBeLessThan(Date.now() / 1000 + 2)
})

test.runIf(isDeep)("a history has one first block, however often it is resumed", async () => {
  const where = await keptChain()
  for (let round = 0; round < 2; round++) {
    const chain = await resume(where)
    await sendOne(chain)
    await chain.stop()
  }
  const state = JSON.parse(readFileSync(path.join(where.folder, "state.json"), "utf8"))
  const numbers = state.blocks.map(({ header }: { header: { number: string } }) => header.number)
  expect(numbers.filter((number: string) => Number(number) === 0)).toHaveLength(1)
})

test("a node killed without warning loses only what came after the last save", async () => {
  const where = await keptChain()
  const first = await resume(where)
  const saved = await sendOne(first)
  await first.save()
  const lost = await sendOne(first)
  process.kill(first.pid, "SIGKILL")
  await first.ended

  const second = await resume(where)
  const client = reader(second.url)
  await expect(
    client.getTransactionReceipt({ hash: saved.transactionHash }),
  ).resolves.toMatchObject({
    blockHash: saved.blockHash,
  })
  await expect(client.getTransactionReceipt({ hash: lost.transactionHash })).rejects.toThrow()
})

test("a save that breaks off leaves the one before", async () => {
  const where = await keptChain()
  const file = path.join(where.folder, "state.json")
  const before = readFileSync(file)
  const chain = await resume(where)
  await rpc(chain.url, "evm_mine")
  process.kill(chain.pid, "SIGKILL")
  await chain.ended
  await expect(chain.save()).rejects.toThrow()
  // To compare megabytes one by one takes ten seconds.
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(existsSync(`${file}.new`)).toBe(false)
})

import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Hex, toHex } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { AddressBook } from "@/lib/chain/deployment"
import { createChain, isOutdated, resumeChain, upgradeChain } from "@/scripts/local/chain"
import { blockOf, headOf, rpc } from "@/scripts/local/rpc"
import { upgradeContracts } from "@/scripts/local/upgrade-contracts"
import { alice, bob, startChain, type TestChain } from "@/tests/helpers/chain"

let chain: TestChain
let snapshot: Hex
let tokens: string[]
const stops: (() => unknown)[] = []

beforeAll(async () => {
  chain = await startChain()
  const { token: kelp } = await chain.launch(alice)
  await chain.warp(3_600)
  await chain.mine(3)
  const { token: frozen } = await chain.launch(bob, { symbol: "ICE", name: "Ice", frozen: true })
  await chain.buy(bob, kelp, "500")
  await chain.sell(bob, kelp)
  await chain.warp(86_400)
  await chain.mine()
  tokens = [kelp, frozen]
})
beforeEach(async () => {
  snapshot = await chain.snapshot()
})
afterEach(async () => {
  await chain.revert(snapshot)
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => chain?.stop())

/** Those with code of ours. */
const contractsOf = (book: AddressBook) => [
  ...[book.usdb, book.mainToken, book.factory, book.taxes, book.swap],
  ...[book.marketTrading, book.privateMarket, book.resolver, book.reader],
]

async function codesAt(url: string, addresses: readonly string[]) {
  const codes: unknown[] = []
  for (const address of addresses) codes.push(await rpc(url, "eth_getCode", [address, "latest"]))
  return codes
}

/** Code of another build: it does the same and ends with a byte more. */
async function age(url: string, addresses: readonly string[]) {
  const codes = await codesAt(url, addresses)
  for (const [i, address] of addresses.entries()) {
    await rpc(url, "anvil_setCode", [address, `${codes[i]}00`])
  }
}

test("the code made for each contract and token is the one its constructor left", async () => {
  expect(await upgradeContracts(chain.url, chain.book)).toEqual({ contracts: 0, tokens: 0 })
})

test("another build's code is replaced, with the immutables of each contract", async () => {
  const all = [...contractsOf(chain.book), ...tokens]
  const codes = await codesAt(chain.url, all)
  await age(chain.url, all)
  expect(await codesAt(chain.url, all)).not.toEqual(codes)
  expect(await upgradeContracts(chain.url, chain.book)).toEqual({ contracts: 9, tokens: 2 })
  expect(await codesAt(chain.url, all)).toEqual(codes)
  await chain.buy(alice, tokens[0] ?? "", "10")
})

test("what was upgraded in part is upgraded to the end", async () => {
  await age(chain.url, [chain.book.taxes, tokens[1] ?? ""])
  expect(await upgradeContracts(chain.url, chain.book)).toEqual({ contracts: 1, tokens: 1 })
  expect(await upgradeContracts(chain.url, chain.book)).toEqual({ contracts: 0, tokens: 0 })
})

test("a token that does not tell its immutables is refused", async () => {
  await rpc(chain.url, "anvil_setCode", [tokens[0], "0x00"])
  await expect(upgradeContracts(chain.url, chain.book)).rejects.toThrow(
    `FactoryToken at ${tokens[0]} has no`,
  )
})

test("code that answers differently is refused", async () => {
  const alwaysOne = "0x600160005260206000f3"
  await rpc(chain.url, "anvil_setCode", [chain.book.usdb, alwaysOne])
  await expect(upgradeContracts(chain.url, chain.book)).rejects.toThrow(
    /decimals of USDB at 0x\w+ answers 0x0+12 instead of 0x0+1\./,
  )
})

test("a token that nobody finds is refused", async () => {
  const slots = await Promise.all(
    Array.from({ length: 8 }, (_, slot) =>
      rpc(chain.url, "eth_getStorageAt", [chain.book.factory, toHex(slot), "latest"]),
    ),
  )
  // Where the factory counts.
  const slot = slots.indexOf(toHex(BigInt(tokens.length), { size: 32 }))
  const value = toHex(3n, { size: 32 })
  await rpc(chain.url, "anvil_setStorageAt", [chain.book.factory, toHex(slot), value])
  await expect(upgradeContracts(chain.url, chain.book)).rejects.toThrow("of 3 tokens 2 were found")
})

test("a kept chain is upgraded on disk once; a refusal leaves it as it was", async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "atoll-upgrade-")), "31337")
  stops.push(() => rmSync(path.dirname(folder), { recursive: true }))
  const place = { folder, chainId: 31337 }
  const made = await createChain(place, (node) => stops.unshift(node.stop))
  const addresses = contractsOf(made.book)
  const codes = await codesAt(made.url, addresses)
  await made.keep()
  expect(await isOutdated(folder)).toBe(false)

  const older = await resumeChain(place)
  await age(older.url, addresses)
  await rpc(older.url, "evm_mine")
  const head = await headOf(older.url)
  await older.stop()
  rmSync(path.join(folder, "contracts.sha256"))
  expect(await isOutdated(folder)).toBe(true)
  expect(await upgradeChain(place)).toEqual({ contracts: 9, tokens: 0 })
  expect(await isOutdated(folder)).toBe(false)

  const upgraded = await resumeChain(place)
  expect(await codesAt(upgraded.url, addresses)).toEqual(codes)
  expect(await blockOf(upgraded.url, toHex(head.number))).toEqual(head)
  await rpc(upgraded.url, "anvil_setCode", [made.book.usdb, "0x600160005260206000f3"])
  await rpc(upgraded.url, "evm_mine")
  await upgraded.stop()
  const file = path.join(folder, "state.json")
  const [before, { mtimeMs }] = [readFileSync(file), statSync(file)]
  await expect(upgradeChain(place)).rejects.toThrow("Nothing was changed")
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
})

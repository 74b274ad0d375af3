import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import {
  type Hex,
  keccak256,
  type LocalAccount,
  maxUint256,
  parseEther,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { type AddressBook, NO_ASSETS } from "@/lib/chain/deployment"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { timeframes } from "@/lib/updown/timeframes"
import { createChain, isOutdated, MNEMONIC, resumeChain, upgradeChain } from "@/scripts/local/chain"
import { createContractSender } from "@/scripts/local/contract-sender"
import { deployIdentity, PUBLIC_REGISTRIES } from "@/scripts/local/deploy-identity"
import { deployUpDown } from "@/scripts/local/deploy-updown"
import { FEEDS, toAnswer } from "@/scripts/local/feeder/assets"
import { blockOf, headOf, rpc } from "@/scripts/local/rpc"
import { upgradeContracts } from "@/scripts/local/upgrade-contracts"
import { createAgents } from "@/tests/helpers/agents"
import { alice, bob, startChain, type TestChain, treasury } from "@/tests/helpers/chain"
import { isDeep } from "@/tests/helpers/deep"
import { roundActions } from "@/tests/helpers/updown"

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
  await roundActions(chain).startAll()
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
  ...[book.loanHub, book.leverage, book.staking, book.vesting],
  ...[...Object.values(book.upDown), ...Object.values(book.priceFeeds)],
]
/** Not in the address book: the contract that holds the tokens' creation code. */
const tokenDeployer = (url: string, { factory }: AddressBook) =>
  addressOf(url, factory, "tokenDeployer")

async function addressOf(url: string, to: string, view: string) {
  const data = toFunctionSelector(`${view}()`)
  return `0x${String(await rpc(url, "eth_call", [{ to, data }, "latest"])).slice(26)}`
}

/** On a chain of the tests the operator posts the prices, too. */
const accountsOf = (operator: LocalAccount) => ({ operator, feeder: operator })

const upgrade = (book: AddressBook) =>
  upgradeContracts(chain.url, book, accountsOf(mnemonicToAccount(MNEMONIC)))

const nothing = { contracts: 0, tokens: 0, deployed: 0, started: 0 }

async function codesAt(url: string, addresses: readonly string[]) {
  const codes: unknown[] = []
  for (const address of addresses) codes.push(await rpc(url, "eth_getCode", [address, "latest"]))
  return codes
}

function newFolder() {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "atoll-upgrade-")), "31337")
  stops.push(() => rmSync(path.dirname(folder), { recursive: true }))
  return { folder, place: { folder, chainId: 31337 } }
}

/** Where TIDE's contract stores the loan hub: the first member of a struct of ERC-7201. */
const LOAN_HUB_SLOT = namespaceSlot("atoll.storage.LoanBook")

function namespaceSlot(name: string) {
  const inner = BigInt(keccak256(toHex(name))) - 1n
  return toHex(BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn, { size: 32 })
}

const withoutLending = {
  loanHub: zeroAddress,
  leverage: zeroAddress,
  staking: zeroAddress,
  vesting: zeroAddress,
}

const withoutRegistries = { identityRegistry: zeroAddress, reputationRegistry: zeroAddress }

const withoutRounds = { upDown: NO_ASSETS, priceFeeds: NO_ASSETS }

/** The chain as it was before there was lending: no contract names one of its contracts. */
async function forgetLending(url: string, book: AddressBook): Promise<AddressBook> {
  const empty = toHex(0n, { size: 32 })
  const slots = Array.from({ length: 16 }, (_, slot) => toHex(slot))
  const forgotten = [book.staking, book.vesting, await tokenDeployer(url, book)]
  await rpc(url, "anvil_setStorageAt", [book.mainToken, LOAN_HUB_SLOT, empty])
  for (const contract of [book.factory, book.taxes]) {
    for (const slot of slots) {
      const value = String(await rpc(url, "eth_getStorageAt", [contract, slot, "latest"]))
      if (!forgotten.some((address) => value.includes(address.slice(2)))) continue
      await rpc(url, "anvil_setStorageAt", [contract, slot, empty])
    }
  }
  return { ...book, ...withoutLending }
}

/** Code of another build: it does the same and ends with a byte more. */
async function age(url: string, addresses: readonly string[]) {
  const codes = await codesAt(url, addresses)
  for (const [i, address] of addresses.entries()) {
    await rpc(url, "anvil_setCode", [address, `${codes[i]}00`])
  }
}

test("the code made for each contract and token is the one its constructor left", async () => {
  expect(await upgrade(chain.book)).toEqual({ ...nothing, book: chain.book })
})

test("another build's code is replaced, with the immutables of each contract", async () => {
  const all = [...contractsOf(chain.book), await tokenDeployer(chain.url, chain.book), ...tokens]
  const codes = await codesAt(chain.url, all)
  await age(chain.url, all)
  expect(await codesAt(chain.url, all)).not.toEqual(codes)
  const upgraded = { ...nothing, contracts: all.length - 2, tokens: 2, book: chain.book }
  expect(await upgrade(chain.book)).toEqual(upgraded)
  expect(await codesAt(chain.url, all)).toEqual(codes)
  await chain.buy(alice, tokens[0] ?? "", "10")
})

test("the resolver of a kept chain asks for no bond above 4,000 USDB afterwards", async () => {
  const { resolver } = chain.book
  const most = toFunctionSelector("PROPOSAL_BOND()")
  const readMost = async () =>
    BigInt(`${await rpc(chain.url, "eth_call", [{ to: resolver, data: most }, "latest"])}`)
  const toBytes = (amount: string) => toHex(parseEther(amount), { size: 9 }).slice(2)
  const [code] = await codesAt(chain.url, [resolver])
  // As it was answered when bonds had no limit.
  const older = `${code}`.replaceAll(toBytes("4000"), toBytes("5"))
  await rpc(chain.url, "anvil_setCode", [resolver, older])
  expect(await readMost()).toBe(parseEther("5"))
  expect(await upgrade(chain.book)).toMatchObject({ contracts: 1, tokens: 0 })
  expect(await readMost()).toBe(parseEther("4000"))
})

test("what was upgraded in part is upgraded to the end", async () => {
  await age(chain.url, [chain.book.taxes, tokens[1] ?? ""])
  expect(await upgrade(chain.book)).toMatchObject({ contracts: 1, tokens: 1, deployed: 0 })
  expect(await upgrade(chain.book)).toMatchObject(nothing)
})

test("a token that does not tell its immutables is refused", async () => {
  await rpc(chain.url, "anvil_setCode", [tokens[0], "0x00"])
  await expect(upgrade(chain.book)).rejects.toThrow(`FactoryToken at ${tokens[0]} has no`)
})

test("code that answers differently is refused", async () => {
  const alwaysOne = "0x600160005260206000f3"
  await rpc(chain.url, "anvil_setCode", [chain.book.usdb, alwaysOne])
  await expect(upgrade(chain.book)).rejects.toThrow(
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
  await expect(upgrade(chain.book)).rejects.toThrow("of 3 tokens 2 were found")
})

test("contracts that the chain does not have are deployed and wired", async () => {
  const older = await forgetLending(chain.url, chain.book)
  await age(chain.url, [older.factory, older.mainToken, ...tokens])
  const upgraded = await upgrade(older)
  expect(upgraded).toMatchObject({ contracts: 2, tokens: 2, deployed: 4 })
  const { book } = upgraded
  expect(new Set(contractsOf(book)).size).toBe(contractsOf(book).length)
  expect({ ...book, ...withoutLending }).toEqual(older)
  expect(await upgrade(book)).toEqual({ ...nothing, book })

  for (const [contract, view, expected] of [
    [book.mainToken, "loanHub", book.loanHub],
    [book.loanHub, "vault", book.staking],
    [book.loanHub, "vesting", book.vesting],
    [book.taxes, "vault", book.staking],
    [book.taxes, "treasury", treasury],
    [book.factory, "vesting", book.vesting],
    [book.vesting, "LOAN", book.loanHub],
    [book.staking, "loanHub", book.loanHub],
  ] as const) {
    expect(await addressOf(chain.url, contract, view), view).toBe(expected)
  }

  // Tokens of before are collateral, and new ones can be launched.
  const { token: fresh } = await chain.launch(alice, { symbol: "NEW", name: "New" })
  for (const token of [...tokens.slice(0, 1), fresh]) {
    await chain.buy(alice, token, "100")
    await chain.write(alice, token, usdbAbi, "approve", [book.loanHub, maxUint256])
    const loan = [book.mainToken, token, parseEther("10"), 10n]
    await chain.write(alice, book.loanHub, loanHubAbi, "takeLoan", loan)
  }
})

test("what an interrupted upgrade has deployed is found on the chain again", async () => {
  const upgraded = await upgrade({ ...chain.book, ...withoutLending })
  const { leverage } = upgraded.book
  expect(upgraded).toEqual({ ...nothing, deployed: 4, book: { ...chain.book, leverage } })
})

test("price rounds that the chain does not have are deployed and started, on feeds with a price", async () => {
  const older = { ...chain.book, ...withoutRounds }
  const upgraded = await upgrade(older)
  const { book } = upgraded
  expect(upgraded).toEqual({ ...nothing, deployed: 10, started: 5, book })
  expect({ ...book, ...withoutRounds }).toEqual(older)
  expect(await upgrade(book)).toEqual({ ...nothing, book })

  const rounds = roundActions({ ...chain, book })
  const { timestamp } = await headOf(chain.url)
  for (const { asset, startPrice } of FEEDS) {
    const feed = await addressOf(chain.url, book.upDown[asset], "priceFeed")
    expect(feed).toBe(book.priceFeeds[asset])
    for (const { code, seconds } of timeframes) {
      const round = await rounds.round(asset, code, 1n)
      expect(round).toMatchObject({ startPrice: toAnswer(startPrice), outcome: 0 })
      expect(round.endTime).toBe(round.startTime + seconds)
      expect(round.startTime).toBeGreaterThan(timestamp - 60)
    }
  }
})

test("an interrupted deployment of price rounds is completed", async () => {
  const account = mnemonicToAccount(MNEMONIC)
  const operator = createContractSender({ rpcUrl: chain.url, chainId: 31337, account })
  const older = { ...chain.book, ...withoutRounds }
  const { upDown, priceFeeds } = await deployUpDown({ operator, feeder: operator }, older)
  // Meanwhile the first prices have become old.
  await chain.warp(86_400)
  await chain.mine()
  const half = { ...NO_ASSETS, btc: upDown.btc, eth: upDown.eth }
  const completed = await upgrade({ ...older, upDown: half })
  expect(completed).toMatchObject({ deployed: 8, started: 5 })
  expect(completed.book.upDown).toMatchObject({ btc: upDown.btc, eth: upDown.eth })
  expect(completed.book.priceFeeds).toMatchObject({ btc: priceFeeds.btc, eth: priceFeeds.eth })
  expect(await upgrade(completed.book)).toEqual({ ...nothing, book: completed.book })
})

test("on another chain rounds follow the feeds that the book names, and none is deployed", async () => {
  const account = mnemonicToAccount(MNEMONIC)
  const operator = createContractSender({ rpcUrl: chain.url, chainId: 31337, account })
  const { btc } = chain.book.priceFeeds
  const foreign = { ...chain.book, ...withoutRounds, chainId: 56 }
  const senders = { operator, feeder: operator }
  expect(await deployUpDown(senders, foreign)).toEqual(withoutRounds)
  const named = { ...NO_ASSETS, btc }
  const { upDown, priceFeeds } = await deployUpDown(senders, { ...foreign, priceFeeds: named })
  expect(priceFeeds).toEqual(named)
  expect({ ...upDown, btc: zeroAddress }).toEqual(NO_ASSETS)
  expect(await addressOf(chain.url, upDown.btc, "priceFeed")).toBe(btc)
  const swapped = { ...foreign, priceFeeds: { ...NO_ASSETS, eth: btc } }
  await expect(deployUpDown(senders, swapped)).rejects.toThrow("is for BTC / USD instead of ETH")
})

test("registries of agents that the chain does not have are placed at the public addresses", async () => {
  const older = { ...chain.book, ...withoutRegistries }
  for (const address of Object.values(PUBLIC_REGISTRIES)) {
    await rpc(chain.url, "anvil_setCode", [address, "0x"])
  }
  const { book, ...counts } = await upgrade(older)
  expect(counts).toEqual({ ...nothing, deployed: 2 })
  expect(book).toEqual(chain.book)
  await createAgents(chain).register(alice, "ipfs://card")
  await createAgents(chain).rate(bob, 0n, 90n)
  expect(await upgrade(book)).toEqual({ ...nothing, book })
})

test("on another chain the book names the public registries where they are, and none is placed", async () => {
  const foreign = { ...chain.book, ...withoutRegistries, chainId: 56 }
  const { identityRegistry, reputationRegistry } = chain.book
  expect(await deployIdentity(chain.url, foreign)).toEqual({ identityRegistry, reputationRegistry })
  await rpc(chain.url, "anvil_setCode", [reputationRegistry, "0x"])
  expect(await deployIdentity(chain.url, foreign)).toEqual({
    identityRegistry,
    reputationRegistry: zeroAddress,
  })
  await rpc(chain.url, "anvil_setCode", [identityRegistry, "0x"])
  expect(await deployIdentity(chain.url, foreign)).toEqual(withoutRegistries)
})

test("an operator who has left is refused before anything is missing", async () => {
  const older = await forgetLending(chain.url, chain.book)
  const stranger = mnemonicToAccount(MNEMONIC, { addressIndex: 5 })
  await expect(upgradeContracts(chain.url, older, accountsOf(stranger))).rejects.toThrow(
    /missing ones could not be deployed .*Nothing was changed/s,
  )
})

test.runIf(isDeep)(
  "a kept chain gets what it does not have, on disk, and its address book names it",
  async () => {
    const { folder, place } = newFolder()
    const made = await createChain(place, (node) => stops.unshift(node.stop))
    const older = await forgetLending(made.url, made.book)
    await made.keep()
    writeFileSync(path.join(folder, "31337.json"), JSON.stringify(older))
    rmSync(path.join(folder, "contracts.sha256"))
    const { book, ...counts } = await upgradeChain(place)
    expect(counts).toEqual({ ...nothing, deployed: 4 })
    expect(JSON.parse(readFileSync(path.join(folder, "31337.json"), "utf8"))).toEqual(book)
    const resumed = await resumeChain(place)
    stops.unshift(resumed.stop)
    expect(resumed.book).toEqual(book)
    expect(await codesAt(resumed.url, [book.loanHub])).not.toContain("0x")
    expect(await isOutdated(folder)).toBe(false)
  },
)

test("a kept chain is upgraded on disk once; a refusal leaves it as it was", async () => {
  const { folder, place } = newFolder()
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
  const counts = { contracts: addresses.length, tokens: 0, deployed: 0 }
  expect(await upgradeChain(place)).toMatchObject(counts)
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

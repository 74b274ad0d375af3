import { existsSync } from "node:fs"
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { toHex } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { type AddressBook, addressBook } from "@/lib/chain/deployment"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { FEEDER, FUNDED_ACCOUNTS, KEEPER, OPERATOR, TREASURY } from "./accounts"
import { type Anvil, startAnvil } from "./anvil"
import { codeVersion } from "./contract-code"
import { createContractSender } from "./contract-sender"
import { deployContracts } from "./deploy"
import { startRounds } from "./deploy-updown"
import { startFreshNode } from "./fresh-node"
import { blockOf, headOf, rpc } from "./rpc"
import { genesisTime, returnToRealTime } from "./sample/replay"
import { createPlaces, readWantedAddresses } from "./wanted-addresses"

/** The test mnemonic every development tool knows; its accounts hold play money only. */
export const MNEMONIC = "test test test test test test test test test test test junk"

/** Transactions are mined at once; a block comes this often without any, so that time passes. */
const HEARTBEAT_SECONDS = 12
const SAVE_EVERY_MS = 20_000
/** The node stops while it writes its history: at most this part of the time. */
const MAX_SAVING_SHARE = 0.01
/** A month of history takes the node seconds, on a busy machine minutes. */
const SAVE_LIMIT_MS = 600_000
/** A chain with an older newest block has its own clock. */
const NOW_SECONDS = 60

export type LocalChain = {
  url: string
  chainId: number
  pid: number
  book: AddressBook
  /** Folder holding `<chainId>.json`, the address book. */
  deployments: string
  ended: Promise<string>
  /** Writes the history to disk when there are new blocks. */
  save: () => Promise<void>
  /** Saves the history and ends the node. */
  stop: () => Promise<void>
}

export type NewChain = {
  url: string
  book: AddressBook
  /** Saves the chain and ends the node; `resumeChain` continues from there. */
  keep: () => Promise<void>
}

/** Without a port the node takes any. */
type ChainLocation = {
  folder: string
  port?: number
  chainId: number
  /** A file with the addresses that contracts of a new chain shall have (CONTRACT_ADDRESSES). */
  addresses?: string | undefined
}

/** Called with each started node, so that it can be found again after a crash. */
type ProgressCallbacks = (node: Anvil) => void

/** Whether the folder holds a chain. Its state is written last, so it shows that everything is there. */
export function chainExists(folder: string): boolean {
  return existsSync(stateFile(folder))
}

/** Whether a version with other contracts made the chain in the folder. */
export async function isOutdated(folder: string): Promise<boolean> {
  return (await readFile(versionFile(folder), "utf8").catch(nullIfMissing)) !== codeVersion()
}

/** Starts the node on the history kept in the folder; blocks carry the real time from now on. */
export async function resumeChain(
  place: ChainLocation,
  watch: ProgressCallbacks = () => {},
): Promise<LocalChain> {
  const { folder, chainId, port } = place
  const book = await readBook(folder, chainId)
  const node = await startAnvil({
    port,
    chainId,
    detached: true,
    args: [...loadedStateFile(folder), "--mixed-mining", "--block-time", `${HEARTBEAT_SECONDS}`],
  })
  watch(node)
  const save = createSaver(node.url, folder)
  const saving = saveRegularly(save)
  let hasEnded = false
  node.ended.then(() => {
    hasEnded = true
    saving.stop()
  })
  return {
    url: node.url,
    chainId,
    pid: node.pid,
    book,
    deployments: folder,
    ended: node.ended,
    save,
    async stop() {
      saving.stop()
      if (!hasEnded) await save().catch(reportSaving)
      await node.stop()
    },
  }
}

/**
 * Creates a new chain with deployed contracts. Nothing is on disk before `keep`, so an interrupted creation starts
 * over.
 */
export async function createChain(
  { folder, port, chainId, addresses }: ChainLocation,
  watch: ProgressCallbacks = () => {},
): Promise<NewChain> {
  const placeOf = addresses ? createPlaces(readWantedAddresses(addresses)) : undefined
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const node = await startFreshNode({
    ...{ chainId, port, watch },
    genesis: genesisTime(),
    detached: true,
  })
  const book = await deployContracts({
    rpcUrl: node.url,
    chainId,
    account: accountOf(OPERATOR),
    faucetOperator: accountOf(TREASURY).address,
    feeder: accountOf(FEEDER),
    isLocal: true,
    ...(placeOf && { placeOf }),
  })
  return {
    url: node.url,
    book,
    async keep() {
      await openRounds(node.url, book)
      await skipTokenAddresses(node.url, book)
      const { timestamp } = await headOf(node.url)
      if (timestamp > Date.now() / 1000) throw new Error("The chain's history ends in the future")
      await writeBook(folder, book)
      await writeFile(versionFile(folder), codeVersion())
      await saveHistory(node.url, folder, node.origin)
      await node.stop()
    },
  }
}

const savedState = z.looseObject({
  blocks: z.array(
    z.looseObject({ header: z.looseObject({ number: z.string(), timestamp: z.string() }) }),
  ),
  transactions: z.array(z.looseObject({ info: z.looseObject({ traces: z.array(z.unknown()) }) })),
})

/**
 * Writes the node's whole history atomically, whenever the machine stops. `origin` is the node it continues from,
 * which has its first block.
 */
export async function saveHistory(url: string, folder: string, origin?: string): Promise<void> {
  const state = await readState(url)
  if (origin) state.blocks.unshift(...(await readState(origin)).blocks)
  // Two thirds of it are call traces, which nothing here reads.
  for (const { info } of state.transactions) info.traces = []
  // A node with a loaded history keeps its own first block beside the history's. It saves both, and takes either at the
  // next start, which looks like another chain to every reader.
  const genesis = await blockOf(url, "0x0")
  state.blocks = state.blocks.filter(
    ({ header }) => Number(header.number) > 0 || Number(header.timestamp) === genesis.timestamp,
  )
  const fresh = `${stateFile(folder)}.new`
  const file = await open(fresh, "w")
  try {
    await file.writeFile(JSON.stringify(state))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, stateFile(folder))
}

async function readState(url: string) {
  const packed = z.string().parse(await rpc(url, "anvil_dumpState", [], SAVE_LIMIT_MS))
  const json = await promisify(gunzip)(Buffer.from(packed.slice(2), "hex"))
  return savedState.parse(JSON.parse(json.toString()))
}

/** Saves one at a time, and only when the newest block is another one than the last time. */
function createSaver(url: string, folder: string) {
  let saved = ""
  let running = Promise.resolve()
  const saveNew = async () => {
    const { hash } = await headOf(url)
    if (hash === saved) return
    await saveHistory(url, folder)
    saved = hash
  }
  return () => {
    running = running.catch(() => {}).then(saveNew)
    return running
  }
}

function saveRegularly(save: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const wait = (ms: number) => {
    if (stopped) return
    timer = setTimeout(run, ms)
    timer.unref()
  }
  const run = async () => {
    const started = performance.now()
    await save().catch(reportSaving)
    wait(Math.max(SAVE_EVERY_MS, (performance.now() - started) / MAX_SAVING_SHARE))
  }
  wait(SAVE_EVERY_MS)
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

function reportSaving(error: unknown) {
  console.error("The chain's history could not be saved:", error)
}

/** Opens the first price rounds of a chain whose history has not: now, so that they can be bet on. */
async function openRounds(url: string, book: AddressBook) {
  if ((await headOf(url)).timestamp < Date.now() / 1000 - NOW_SECONDS) await returnToRealTime(url)
  const sender = (index: number) =>
    createContractSender({ rpcUrl: url, chainId: book.chainId, account: accountOf(index) })
  const senders = { operator: sender(OPERATOR), feeder: sender(FEEDER) }
  await startRounds(senders, book, true)
}

/**
 * Skips addresses so that no launched token gets the address of an earlier chain's token, about which people have
 * written in the database. The sample's tokens have the same addresses on every chain.
 */
async function skipTokenAddresses(url: string, { chainId, factory }: AddressBook) {
  const sender = createContractSender({ rpcUrl: url, chainId, account: accountOf(OPERATOR) })
  const deployer = await sender.readAddress(toAddress(factory), tokenFactoryAbi, "tokenDeployer")
  await rpc(url, "anvil_setNonce", [deployer, toHex(Date.now())])
}

/** An account of the local chain's mnemonic. */
export const accountOf = (addressIndex: number) => mnemonicToAccount(MNEMONIC, { addressIndex })

/** Key of the account that the keeper of the local chain pays with. */
export function localKeeperKey() {
  return toHex(accountOf(KEEPER).getHdKey().privateKey ?? new Uint8Array())
}

function writeBook(folder: string, book: AddressBook) {
  return writeFile(bookFile(folder, book.chainId), `${JSON.stringify(book, null, 2)}\n`)
}

/** The contracts' addresses on the chain in the folder. */
export async function readBook(folder: string, chainId: number) {
  return addressBook.parse(JSON.parse(await readFile(bookFile(folder, chainId), "utf8")))
}

function nullIfMissing(error: unknown) {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
  throw error
}

const loadedStateFile = (folder: string) => [
  ...["--load-state", stateFile(folder)],
  ...["--accounts", `${FUNDED_ACCOUNTS}`],
]

const stateFile = (folder: string) => path.join(folder, "state.json")
const bookFile = (folder: string, chainId: number) => path.join(folder, `${chainId}.json`)
/** The file that names the contract code of the history. */
const versionFile = (folder: string) => path.join(folder, "contracts.sha256")

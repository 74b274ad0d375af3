import path from "node:path"
import type { AddressBook } from "@/lib/chain/deployment"
import { type Anvil, nodeUrl, PortTakenError } from "./anvil"
import { chainExists, createChain, MNEMONIC, readBook, resumeChain } from "./chain"
import { keepFaucetFunded, localFaucetKey } from "./faucet"
import type { HistoryReader } from "./history-reader"
import { firstFreePort } from "./ports"
import { step } from "./report.mjs"
import { headOf } from "./rpc"
import type { Lock } from "./run-lock.mjs"
import { replaySample } from "./sample/replay"
import { checkNode, foreignAddressBook, type Settings } from "./settings"
import type { Shutdown } from "./shutdown.mjs"

/** The chain the services are started on; `local` when it is ours. */
export type RunningChain = { url: string; book: AddressBook; local: boolean }

export async function openForeignChain(settings: Settings, url: string): Promise<RunningChain> {
  return step(`Chain ${settings.CHAIN_ID} of RPC_URL checked`, async () => {
    const book = foreignAddressBook(settings)
    await checkNode(url, settings.CHAIN_ID)
    return { url, book, local: false }
  })
}

export const chainFolder = (data: string, chainId: number) => path.join(data, "chain", `${chainId}`)

type LocalChainOptions = {
  data: string
  settings: Settings
  lock: Lock
  shutdown: Shutdown
  /** Starts to read a chain's blocks while its history is written. */
  startReader: (chain: RunningChain) => Promise<HistoryReader>
  /** Called with the chain's future address some seconds before it answers there. */
  announce?: (chain: RunningChain) => void
}

/** Resumes the chain kept in the data folder, after making it when there is none. */
export async function openLocalChain(local: LocalChainOptions): Promise<RunningChain> {
  const { data, settings, shutdown } = local
  const chainId = settings.CHAIN_ID
  const place = { folder: chainFolder(data, chainId), chainId }
  if (!chainExists(place.folder)) await createLocalChain(place, local)
  return step("Local chain started", async ({ done }) => {
    const chain = await shutdown.acquire(
      () => resumeLocalChain(place, local),
      (running) => running.stop(),
    )
    chain.ended.then((how) => {
      if (shutdown.isEnding()) return
      console.error(`\nThe local chain ended by itself (${how}).`)
      shutdown.end(1)
    })
    const stopFunding = await keepFaucetFunded(
      chain,
      settings.FAUCET_PRIVATE_KEY ?? localFaucetKey(),
    )
    shutdown.add(stopFunding)
    const { number } = await headOf(chain.url)
    const { port } = new URL(chain.url)
    const usual = settings.RPC_PORT
    const where = port === `${usual}` ? "" : ` on port ${port}, ${usual} is taken`
    done(`Local chain ${chainId} at block ${number}${where}`)
    return { url: chain.url, book: chain.book, local: true }
  })
}

/** On RPC_PORT or the next free one. The web server, which starts later, needs its own. */
async function resumeLocalChain(place: ChainLocation, local: LocalChainOptions) {
  const { settings, lock, announce } = local
  const { folder, chainId } = place
  const book = await readBook(folder, chainId)
  let port = settings.RPC_PORT
  for (;;) {
    port = await firstFreePort(port, settings.PORT)
    announce?.({ url: nodeUrl(port), book, local: true })
    try {
      return await resumeChain({ ...place, port }, ({ pid, url }) =>
        lock.note({ name: "chain", pid, chain: { url, folder } }),
      )
    } catch (error) {
      // Taken between the look and the start: the next look finds another one.
      if (!(error instanceof PortTakenError)) throw error
    }
  }
}

type ChainLocation = { folder: string; chainId: number }

/** The chain's future address, unless another program takes the port meanwhile. */
const findChainUrl = async ({ RPC_PORT, PORT }: Settings) =>
  nodeUrl(await firstFreePort(RPC_PORT, PORT))

async function createLocalChain(place: ChainLocation, local: LocalChainOptions) {
  const { settings, lock, shutdown, announce } = local
  const nodes: Anvil[] = []
  const watch = (started: Anvil) => {
    nodes.push(started)
    lock.note({ name: "chain in the making", pid: started.pid })
  }
  // Before its state is saved the node holds nothing worth keeping.
  shutdown.add(() => nodes.at(-1)?.stop())
  const chain = await step("Contracts deployed", () =>
    createChain({ ...place, addresses: settings.CONTRACT_ADDRESSES }, watch),
  )
  if (settings.SAMPLE) {
    await writeHistory({ ...chain, local: true }, place.chainId, local)
  }
  // The history is read: pages can be shown while the chain is saved and started.
  announce?.({ url: await findChainUrl(settings), book: chain.book, local: true })
  await chain.keep()
  for (const { pid } of nodes) lock.drop(pid)
}

/** The blocks are read while they are written, unless the follower is switched off. */
async function writeHistory(chain: RunningChain, chainId: number, local: LocalChainOptions) {
  const { settings, lock, shutdown, startReader } = local
  await step("Sample history played in", async ({ progress, done }) => {
    const reader = settings.INDEX_FOLLOWER
      ? await shutdown.acquire(
          () => startReader(chain),
          (started) => started.stop(),
        )
      : undefined
    if (reader) lock.note({ name: "history reader", pid: reader.pid })
    const played = await replaySample({
      rpcUrl: chain.url,
      chainId,
      book: chain.book,
      mnemonic: MNEMONIC,
      progress: (count, total, label) => progress(`${count} of ${total} transactions, ${label}`),
      ...(reader && { read: reader.read }),
    })
    await reader?.stop()
    if (reader) lock.drop(reader.pid)
    done(`Sample history: ${played.trades} trades of ${played.wallets} wallets`)
  })
}

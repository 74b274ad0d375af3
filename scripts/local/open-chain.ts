import path from "node:path"
import type { AddressBook } from "@/lib/chain/deployment"
import type { Anvil } from "./anvil"
import { chainExists, createChain, MNEMONIC, resumeChain } from "./chain"
import { firstFreePort } from "./ports"
import { step } from "./report.mjs"
import { headOf } from "./rpc"
import type { Lock } from "./run-lock.mjs"
import { playSample } from "./sample/play"
import { checkNode, foreignBook, type Settings } from "./settings"
import type { Shutdown } from "./shutdown.mjs"

/** The chain the services are started on; `local` when it is ours. */
export type RunningChain = { url: string; book: AddressBook; local: boolean }

const RPC_PORT = 8545

export async function openForeignChain(settings: Settings, url: string): Promise<RunningChain> {
  return step(`Chain ${settings.CHAIN_ID} of RPC_URL checked`, async () => {
    const book = foreignBook(settings)
    await checkNode(url, settings.CHAIN_ID)
    return { url, book, local: false }
  })
}

type Local = { data: string; settings: Settings; lock: Lock; shutdown: Shutdown }

/** Resumes the chain kept in the data folder, after making it when there is none. */
export async function openLocalChain(local: Local): Promise<RunningChain> {
  const { data, settings, lock, shutdown } = local
  const chainId = settings.CHAIN_ID
  const folder = path.join(data, "chain", `${chainId}`)
  const port = await firstFreePort(RPC_PORT)
  const place = { folder, port, chainId }
  if (!chainExists(folder)) await makeChain(place, local)
  return step("Local chain started", async ({ done }) => {
    const chain = await shutdown.acquire(
      () =>
        resumeChain(place, ({ pid, url }) =>
          lock.note({ name: "chain", pid, chain: { url, folder } }),
        ),
      (running) => running.stop(),
    )
    chain.ended.then((how) => {
      if (shutdown.isEnding()) return
      console.error(`\nThe local chain ended by itself (${how}).`)
      shutdown.end(1)
    })
    const { number } = await headOf(chain.url)
    const where = port === RPC_PORT ? "" : ` on port ${port}, ${RPC_PORT} is taken`
    done(`Local chain ${chainId} at block ${number}${where}`)
    return { url: chain.url, book: chain.book, local: true }
  })
}

type Place = { folder: string; port: number; chainId: number }

async function makeChain(place: Place, { settings, lock, shutdown }: Local) {
  let node: Anvil | undefined
  const watch = (started: Anvil) => {
    node = started
    lock.note({ name: "chain in the making", pid: started.pid })
  }
  // Before its state is saved the node holds nothing worth keeping.
  shutdown.add(() => node?.stop())
  const chain = await step("Contracts deployed", () => createChain(place, watch))
  if (settings.SAMPLE) {
    await step("Sample history played in", async ({ progress, done }) => {
      const played = await playSample({
        rpcUrl: chain.url,
        chainId: place.chainId,
        book: chain.book,
        mnemonic: MNEMONIC,
        progress: (count, total, label) => progress(`${count} of ${total} transactions, ${label}`),
      })
      done(`Sample history: ${played.trades} trades of ${played.wallets} wallets`)
    })
  }
  await chain.keep()
  if (node) lock.drop(node.pid)
}

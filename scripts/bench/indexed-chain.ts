import { spawn } from "node:child_process"
import { once } from "node:events"
import type { AddressBook } from "@/lib/chain/deployment"
import { rpc } from "@/scripts/local/rpc"

/** The environment of programs that index the chain into the database. */
export const indexVariables = (chain: { url: string; book: AddressBook }, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  RPC_URL: chain.url,
  CHAIN_ID: `${chain.book.chainId}`,
  CONTRACTS: JSON.stringify(chain.book),
})

/** Starts a program of `scripts` in a process of its own. */
export function startScript(file: string, variables: Record<string, string>) {
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const ended = once(child, "exit")
  return {
    ended,
    async stop() {
      child.kill("SIGTERM")
      await ended
    },
  }
}

/** Hashes of the transactions of a block, in chain order. */
export async function readHashes(url: string, block = "latest"): Promise<string[]> {
  const found = await rpc(url, "eth_getBlockByNumber", [block, false])
  return (found as { transactions: string[] }).transactions
}

export const newestTransaction = async (url: string) => (await readHashes(url)).at(-1) ?? ""

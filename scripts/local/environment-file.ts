import { readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { addressBook } from "@/lib/chain/deployment"

const schema = z.object({
  url: z.string(),
  rpcUrl: z.string(),
  chainId: z.number(),
  /** Null except on the local chain: the key's wallet is public, so elsewhere anyone could create a key for it. */
  apiKey: z.string().nullable(),
  contracts: addressBook,
  /** Mnemonic of the wallets with funds on the local chain. */
  mnemonic: z.string().nullable(),
})

/** Facts for using the running environment. */
export type EnvironmentFile = z.output<typeof schema>

/** The facts of `.data/local.json`, which is there while an environment runs. */
export function readEnvironmentFile(data: string): EnvironmentFile | null {
  try {
    return schema.parse(JSON.parse(readFileSync(environmentFilePath(data), "utf8")))
  } catch {
    return null // none, or still being started
  }
}

export function writeEnvironmentFile(data: string, facts: EnvironmentFile): void {
  writeFileSync(environmentFilePath(data), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
}

export function removeEnvironmentFile(data: string): void {
  rmSync(environmentFilePath(data), { force: true })
}

const environmentFilePath = (data: string) => path.join(data, "local.json")

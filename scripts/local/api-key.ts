import { chmod, readFile, writeFile } from "node:fs/promises"
import { mnemonicToAccount } from "viem/accounts"
import { createKey, deleteKey, findKey, listKeys } from "@/lib/auth/api-keys"
import { MNEMONIC } from "./chain"

/** Far from the wallets that people pick, so that the settings do not say "already has a key" to them. */
const KEY_ACCOUNT = 99

/** A key for trying the API: the one stored in `file` while the database has it, else a new one. */
export async function createTrialKey(file: string): Promise<string> {
  const wallet = mnemonicToAccount(MNEMONIC, { addressIndex: KEY_ACCOUNT }).address.toLowerCase()
  const kept = await readFile(file, "utf8").catch(() => "")
  const holder = await findKey(kept.trim())
  if (holder?.wallet === wallet) return kept.trim()
  for (const { id } of await listKeys(wallet)) await deleteKey(wallet, id)
  const { key } = await createKey(wallet, "For trying")
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  await chmod(file, 0o600) // an older file keeps its mode when it is written again
  return key
}

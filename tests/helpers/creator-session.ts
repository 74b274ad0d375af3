import { existsSync, readdirSync } from "node:fs"
import { mnemonicToAccount } from "viem/accounts"
import { env } from "@/lib/env"
import { createSession } from "./auth"

const MNEMONIC = "test test test test test test test test test test test junk"

/** A session of the wallet the test chain calls alice. */
export function signInAlice() {
  return createSession({ account: mnemonicToAccount(MNEMONIC, { addressIndex: 2 }) })
}

/** How many files the content store holds. */
export function countStoredFiles() {
  const folder = env().CONTENT_DIR
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

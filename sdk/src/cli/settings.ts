import { readFile } from "node:fs/promises"
import path from "node:path"
import type { LocalAccount } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { inTurn } from "../client/actions"
import { AtollError, isRecord } from "../client/errors"
import type { AddressBook } from "../client/types"
import { configFolder, writePrivate } from "../signing/limits-file"
import { UsageError } from "./exit-codes"
import type { Io } from "./output"

/** The stored data of a service: the key, its wallet, and the contracts that may be signed for. */
export type KeptService = { key?: string; wallet?: string; contracts?: AddressBook }

const DEFAULT_URL = "http://localhost:3000"

const settingsFile = (env: Io["env"]) => path.join(configFolder(env), "services.json")

type Services = Record<string, KeptService>

async function readKept(env: Io["env"]): Promise<Services> {
  const text = await readFile(settingsFile(env), "utf8").catch(() => "{}")
  try {
    const kept: unknown = JSON.parse(text)
    // Only this program writes the file.
    if (isRecord(kept)) return kept as Services
  } catch {
    // Said below.
  }
  throw new UsageError(`${settingsFile(env)} is not JSON`, "Remove it and run `atoll login`.")
}

export const readService = async (env: Io["env"], url: string): Promise<KeptService> =>
  (await readKept(env))[url] ?? {}

type Change = { env: Io["env"]; url: string; change: KeptService | null }

/** In sequence, because each change reads the result of the one before. */
const changeService = inTurn(async ({ env, url, change }: Change) => {
  const kept = await readKept(env)
  const { [url]: service, ...others } = kept
  const next = change === null ? others : { ...others, [url]: { ...service, ...change } }
  await writePrivate(settingsFile(env), `${JSON.stringify(next, null, 2)}\n`)
})

/** Changes the stored data of a service; null deletes it. */
export const keepService = (env: Io["env"], url: string, change: KeptService | null) =>
  changeService({ env, url, change })

/** Address of the service, without a slash at its end. */
export function findUrl(env: Io["env"], option: string | undefined): string {
  const text = option ?? env.ATOLL_URL ?? DEFAULT_URL
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!isHttp) throw new UsageError(`${text} is not the address of a service`)
  return text.replace(/\/+$/, "")
}

/** The account that signs; null where none is given. */
export async function readAccount({ env, ask }: Io): Promise<LocalAccount | null> {
  if (env.ATOLL_PRIVATE_KEY) return toAccount(env.ATOLL_PRIVATE_KEY, "ATOLL_PRIVATE_KEY")
  if (!env.ATOLL_KEYSTORE) return null
  const json = await readFile(env.ATOLL_KEYSTORE, "utf8").catch((cause: unknown) => {
    throw new AtollError("The keystore cannot be opened", {
      code: "KEYSTORE_UNREADABLE",
      remedy: "ATOLL_KEYSTORE must name an Ethereum keystore file of version 3.",
      cause,
    })
  })
  const password =
    env.ATOLL_KEYSTORE_PASSWORD ?? (await ask("Password of the keystore: ", { isHidden: true }))
  if (password === null) throw wrongPassword()
  return toAccount(await decrypt(json, password), "ATOLL_KEYSTORE")
}

async function decrypt(json: string, password: string): Promise<string> {
  // Loaded where it is needed: most commands sign nothing.
  const { decryptKeystoreJson } = await import("ethers/wallet")
  try {
    return (await decryptKeystoreJson(json, password)).privateKey
  } catch (cause) {
    throw wrongPassword(cause)
  }
}

const wrongPassword = (cause?: unknown) =>
  new AtollError("The keystore cannot be decrypted", {
    code: "KEYSTORE_UNREADABLE",
    remedy: "Check the file, and ATOLL_KEYSTORE_PASSWORD.",
    cause,
  })

function toAccount(text: string, name: string): LocalAccount {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text.trim())?.[1]
  // The text itself is said nowhere.
  if (digits === undefined) throw new UsageError(`${name} is not a private key of 32 bytes`)
  return privateKeyToAccount(`0x${digits}`)
}

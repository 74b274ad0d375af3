import type { LocalAccount } from "viem"
import { type Atoll, createAtoll } from "../client/atoll"
import { AtollError } from "../client/errors"
import { findKeyFile } from "../client/key-file"
import { defaultLimitsFile } from "../signing/limits-file"
import type { Io } from "./output"
import { findUrl, keepService, readAccount, readService } from "./settings"

/** Options of every command. */
export type GlobalOptions = { url?: string; json?: boolean; limits?: string }

/** The environment of a command. */
export type Context = Io & {
  atoll: Atoll
  url: string
  account: LocalAccount | null
  /** The account's wallet, or the wallet of the stored key. */
  wallet: string | null
  isJson: boolean
  limitsFile: string
  /** Prints JSON for programs, text for people. */
  print: (data: unknown, text: () => string) => void
}

export async function createContext(io: Io, options: GlobalOptions): Promise<Context> {
  const url = findUrl(io.env, options.url)
  const [account, kept] = await Promise.all([readAccount(io), readService(io.env, url)])
  const isOwnKey = !account || kept.wallet === account.address.toLowerCase()
  // A program of this computer may have made the account's key.
  const storedKey = account && findKeyFile(url, account.address, io.env)?.list()[0]
  const key = io.env.ATOLL_KEY || (isOwnKey && kept.key) || storedKey
  const wallet = account?.address ?? kept.wallet
  const atoll = createAtoll({
    url,
    label: "atoll CLI",
    ...(account && { account }),
    ...(key && { key }),
    ...(wallet && { wallet }),
    ...(kept.contracts && { contracts: kept.contracts }),
    ...(io.env.ATOLL_RPC_URL && { rpcUrl: io.env.ATOLL_RPC_URL }),
    onKey: (created) => void keepKey(io, url, created, account),
  })
  const isJson = options.json === true
  return {
    ...io,
    ...{ atoll, url, account, isJson, wallet: wallet ?? null },
    limitsFile: options.limits ?? io.env.ATOLL_LIMITS ?? defaultLimitsFile(io.env),
    print: (data, text) => io.write(isJson ? `${JSON.stringify(data)}\n` : text()),
  }
}

/** A key that cannot be kept is made again the next time. */
const keepKey = (io: Io, url: string, key: string, account: LocalAccount | null) =>
  keepService(io.env, url, {
    key,
    ...(account && { wallet: account.address.toLowerCase() }),
  }).catch(() => {})

/** The named wallet, else the wallet of the account or of the stored key. */
export function requireWallet({ wallet }: Context, named: string | undefined): string {
  const address = named ?? wallet
  if (address === null) {
    throw new AtollError("There is no wallet to show", {
      code: "NO_ACCOUNT",
      remedy: "Name its address, or set ATOLL_PRIVATE_KEY or ATOLL_KEYSTORE.",
    })
  }
  return address.toLowerCase()
}

/**
 * The first time that something is signed for a service, the addresses of its contracts are kept: from then on no
 * other ones are signed for.
 */
export async function pinContracts({ env, atoll, url }: Context): Promise<void> {
  const { contracts } = await readService(env, url)
  if (contracts) return
  await keepService(env, url, { contracts: await atoll.contracts() })
}

export function requireAccount({ account }: Context): LocalAccount {
  if (account) return account
  throw new AtollError("There is no account that could sign", {
    code: "NO_ACCOUNT",
    remedy: "Set ATOLL_PRIVATE_KEY, or ATOLL_KEYSTORE with the path of a keystore.",
  })
}

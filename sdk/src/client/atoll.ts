import type { LocalAccount } from "viem"
import { createOwnNode } from "../verification/own-node"
import { type ActionClient, createActions } from "./actions"
import { AtollError, toAtollError } from "./errors"
import {
  type Api,
  type Credentials,
  createApi,
  type HttpOptions,
  rememberPosition,
  sendAuthenticated,
  unwrap,
} from "./http"
import { findKeyFile } from "./key-file"
import { createResources, type ExportRow, type Resources } from "./resources"
import { createKey, revokeKey } from "./sign-in"
import { readStream, type StreamEvent, type StreamOptions } from "./stream"
import type { AddressBook } from "./types"

export type AtollOptions = {
  /** Address of the service, such as https://atoll.example. */
  url: string
  /** Signs in and signs transactions. Its private key never leaves the process. */
  account?: LocalAccount
  /** API key. Without one the account signs in when the service first requires it. */
  key?: string
  /**
   * Receives a newly created key, so that the caller can store it. Without it, and without `key`, the SDK stores the
   * key in `$XDG_CONFIG_HOME/atoll/keys`, and finds it, or that of the command, the next time. Browsers store nothing.
   */
  onKey?: (key: string) => void
  /** Name of a key that is created. */
  label?: string
  /** Deletes the wallet's key when there is one already, in place of KEY_LIMIT_REACHED: a wallet has one key. */
  replaceKey?: boolean
  /** Wallet of quotes and builds without an account. */
  wallet?: string
  fetch?: (request: Request) => Promise<Response>
  /**
   * Addresses of the deployment. Without them, those of /contracts.json are read once: then the service itself decides
   * which contracts may be signed for.
   */
  contracts?: AddressBook
  /** Domain of sign-in messages, where it is not the host of the URL. */
  domain?: string
  /** Most of the native coin, in wei, that one action may cost in gas and fees; default 0.1. */
  maxNativeCost?: bigint
  /** Number of repetitions of a read or a send after a failure; default 2. */
  retries?: number
  /**
   * A node of your own, with JSON-RPC and eth_simulateV1. The service's amounts, prices and nonces are checked against
   * it before anything is signed; without one the service's prices are trusted.
   */
  rpcUrl?: string
  /** Milliseconds in which it is checked whether something was sent, after an answer was lost; default 60,000. */
  patienceMs?: number
}

/** A wallet has one key: programs that use it lose it when it is replaced. */
export type SignInOptions = { replace?: boolean }

export type Atoll = Resources &
  ActionClient & {
    /** Address of the service, without a slash at its end. */
    readonly url: string
    /** Every operation of the service, typed. */
    readonly api: Api
    readonly account: LocalAccount | null
    /** Addresses of the deployment. */
    contracts: () => Promise<AddressBook>
    /** The API key; signs in when there is none. With `replace` another one takes the place of the wallet's key. */
    signIn: (options?: SignInOptions) => Promise<string>
    /** Deletes the wallet's key at the service; programs that use it lose it. */
    signOut: () => Promise<void>
    /** Rows of topics as they arrive; it resumes after a lost connection. */
    stream: (
      topics: readonly string[],
      options?: StreamOptions,
    ) => AsyncGenerator<StreamEvent, void, void>
  }

const DEFAULT_NATIVE_COST = 10n ** 17n
const DEFAULT_RETRIES = 2
const DEFAULT_PATIENCE_MS = 60_000

/** A client of one service, for one wallet. */
export function createAtoll(options: AtollOptions): Atoll {
  const url = options.url.replace(/\/+$/, "")
  const { account = null, retries = DEFAULT_RETRIES } = options
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request))
  const fetch = rememberPosition(send)
  const { credentials, signIn, signOut } = createCredentials({ ...options, url, fetch })
  const http = { url, fetch, credentials, retries }
  const api = createApi(http)
  const contracts = createBook(api, options.contracts)
  const actions = createActions({
    ...{ url, api, account, book: contracts },
    node: options.rpcUrl ? createOwnNode(options.rpcUrl, send) : null,
    patienceMs: options.patienceMs ?? DEFAULT_PATIENCE_MS,
    wallet: options.wallet ?? null,
    maxNativeCost: options.maxNativeCost ?? DEFAULT_NATIVE_COST,
  })
  const connect = (path: string, init: RequestInit) =>
    sendAuthenticated(new Request(url + path, init), { ...http, retries: 0 })
  return {
    ...createResources(api, actions, (path) => readExport(new Request(url + path), http)),
    ...actions,
    ...{ url, api, account, contracts, signIn, signOut },
    stream: (topics, streamOptions) => readStream(connect, topics, streamOptions),
  }
}

async function readExport(request: Request, http: HttpOptions): Promise<ExportRow[]> {
  const response = await sendAuthenticated(request, http)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && Array.isArray(body)) return body
  throw toAtollError(response, body)
}

/** The addresses, read once. */
function createBook(api: Api, addresses: AddressBook | undefined): () => Promise<AddressBook> {
  let book: Promise<AddressBook> | null = addresses ? Promise.resolve(addresses) : null
  return () => {
    book ??= unwrap(api.GET("/contracts.json")).catch((error: unknown) => {
      book = null
      throw error
    })
    return book
  }
}

type KeyOptions = AtollOptions & { fetch: (request: Request) => Promise<Response> }

/** Codes of a 401 that a new key helps against. */
const RENEWABLE = new Set(["UNAUTHENTICATED", "API_KEY_REQUIRED", "INVALID_API_KEY"])

function createCredentials(options: KeyOptions): {
  credentials: Credentials
  signIn: (options?: SignInOptions) => Promise<string>
  signOut: () => Promise<void>
} {
  const { account, onKey, label = "atoll-sdk", domain, url, fetch } = options
  const isReplaced = options.replaceKey === true
  // A caller that passes a key, or a callback for one, stores it itself.
  const isKept = account !== undefined && options.key === undefined && !onKey
  const kept = isKept && account ? findKeyFile(url, account.address) : null
  const refused = new Set<string>()
  const findKept = () => kept?.list().find((each) => !refused.has(each)) ?? null
  let key = options.key ?? findKept()
  let pending: Promise<string> | null = null
  const signing = (account: LocalAccount, replace: boolean) => ({
    ...{ url, fetch, account, label, replace },
    ...(domain && { domain }),
  })
  const signIn = (replace = isReplaced) => {
    if (!account) return Promise.reject(noKey())
    pending ??= createKey(signing(account, replace))
      .then((created) => {
        key = created
        onKey?.(created)
        kept?.write(created)
        return created
      })
      .finally(() => {
        pending = null
      })
    return pending
  }
  const credentials: Credentials = {
    headers: (): Record<string, string> => (key === null ? {} : { "x-api-key": key }),
    renew: async (headers, code) => {
      if (!account || !RENEWABLE.has(code)) return false
      const old = headers["x-api-key"]
      // Another request may have signed in meanwhile.
      if (key !== null && key !== old) return true
      if (old) refused.add(old)
      key = findKept()
      if (key === null) await signIn()
      return true
    },
  }
  const signOut = async () => {
    if (!account) throw noKey()
    await revokeKey(signing(account, false))
    kept?.remove()
    key = null
  }
  return {
    credentials,
    signIn: async ({ replace = false } = {}) =>
      replace ? signIn(true) : (key ?? (await signIn())),
    signOut,
  }
}

const noKey = () =>
  new AtollError("There is neither a key nor an account", {
    code: "NO_ACCOUNT",
    remedy: "Give createAtoll a `key`, or an `account` that signs in.",
  })

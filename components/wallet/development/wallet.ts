import {
  createTestClient,
  createWalletClient,
  getAddress,
  hexToBigInt,
  http,
  isHex,
  type LocalAccount,
  numberToHex,
  parseEther,
} from "viem"
import { z } from "zod"
import { type BrowserConfig, createBrowserChain } from "@/lib/chain/browser"
import {
  addDevelopmentAccount,
  listAccountsSelectedFirst,
  selectDevelopmentAccount,
} from "./accounts"

export const DEVELOPMENT_WALLET_ID = "atoll.development"

const CONNECTED = "atoll.development-wallet.connected"
const FUNDS_WEI = parseEther("100")
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#066079"/><path d="M9 11h14v11H9zM9 11l10-3v3" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>',
)}`

type Listener = (payload: unknown) => void

const hex = z.custom<`0x${string}`>((value) => isHex(value))
const quantity = hex.transform((value) => hexToBigInt(value)).optional()
const transaction = z.object({
  from: z.string(),
  to: hex.optional(),
  data: hex.optional(),
  value: quantity,
  gas: quantity,
})

const rpcResponse = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }).optional(),
})

/**
 * Announces a wallet inside the page, for local chains, by EIP-6963 like any other wallet; again whenever wallets are
 * requested.
 */
export function announceDevelopmentWallet(config: BrowserConfig) {
  const info = {
    uuid: "6a0e0d4c-5d5e-4c5b-9a7c-2f6f0c3a7b11",
    name: "Development wallet",
    icon: ICON,
    rdns: DEVELOPMENT_WALLET_ID,
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider: createProvider(config) })
  const announce = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  window.addEventListener("eip6963:requestProvider", announce)
  announce()
}

const listeners = new Map<string, Set<Listener>>()

function emit(event: string, payload: unknown) {
  for (const listener of listeners.get(event) ?? []) listener(payload)
}

/** Makes the account the first one, which the connected page then uses. */
export function switchDevelopmentAccount(address: string) {
  selectDevelopmentAccount(address)
  emit("accountsChanged", listAddresses())
}

/** Creates a funded account and makes it the first one. */
export async function createFundedAccount(config: BrowserConfig) {
  const account = addDevelopmentAccount()
  const chain = createTestClient({
    chain: createBrowserChain(config),
    mode: "anvil",
    transport: http(config.rpcUrl),
  })
  await chain.setBalance({ address: account.address, value: FUNDS_WEI })
  emit("accountsChanged", listAddresses())
  return account
}

const listAddresses = () => listAccountsSelectedFirst().map((account) => account.address)

function createProvider(config: BrowserConfig) {
  const chain = createBrowserChain(config)
  const transport = http(config.rpcUrl)

  const getAccount = (address: unknown) => {
    const account = listAccountsSelectedFirst().find(
      (each) => typeof address === "string" && each.address === getAddress(address),
    )
    if (!account) throw createRpcError(4100, "The account is not in this wallet")
    return account
  }
  const createWallet = (account: LocalAccount) => createWalletClient({ account, chain, transport })

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => numberToHex(config.chainId),
    eth_accounts: () => (localStorage.getItem(CONNECTED) ? listAddresses() : []),
    async eth_requestAccounts() {
      if (listAccountsSelectedFirst().length === 0) await createFundedAccount(config)
      localStorage.setItem(CONNECTED, "yes")
      return listAddresses()
    },
    wallet_requestPermissions() {
      throw createRpcError(4200, "Permissions are not supported")
    },
    wallet_revokePermissions() {
      localStorage.removeItem(CONNECTED)
      return null
    },
    wallet_switchEthereumChain([target]) {
      const { chainId } = z.object({ chainId: hex }).parse(target)
      if (Number(chainId) !== config.chainId) throw createRpcError(4902, "Unknown chain")
      return null
    },
    personal_sign([message, address]) {
      return getAccount(address).signMessage?.({ message: { raw: hex.parse(message) } })
    },
    eth_sendTransaction([request]) {
      const { from, ...call } = transaction.parse(request)
      return createWallet(getAccount(from)).sendTransaction(call)
    },
  }

  return {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const handler = methods[method]
      if (handler) return handler(params)
      return requestNode(config.rpcUrl, method, params)
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

/** Forwards requests that need no key to the node. */
async function requestNode(rpcUrl: string, method: string, params: readonly unknown[]) {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  const { result, error } = rpcResponse.parse(await response.json())
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}

function createRpcError(code: number, message: string) {
  return Object.assign(new Error(message), { code })
}

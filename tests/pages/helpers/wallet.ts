import type { BrowserContext, Page } from "@playwright/test"
import { createWalletClient, type Hex, hexToBigInt, http, isHex, numberToHex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import { z } from "zod"
import { chain } from "./chain"
import { stack } from "./stack"

/** Requests that open a window in a real wallet. */
const ASKS_THE_USER = new Set([
  "eth_requestAccounts",
  "personal_sign",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
])

type RequestError = { code: number; message: string; data?: unknown }
type Answer = { result: unknown } | { error: RequestError }

const hex = z.custom<Hex>((value) => isHex(value))
const transaction = z.object({ to: hex, data: hex, value: hex.optional() })
const target = z.object({ chainId: hex })

/** A wallet announced by EIP-6963 whose keys stay with the test, as an extension's would. */
export class TestWallet {
  /** The next request of this kind is declined by the person. */
  readonly #declined = new Set<string>()
  /** Runs between the person's consent and the sending. */
  beforeSend: (() => Promise<unknown>) | null = null
  chainId = stack.chainId
  /** Whether it has heard of the chain under test. */
  knowsChain = true
  isConnected = false
  /** Leaves every request open. */
  isSilent = false
  readonly requests: string[] = []

  constructor(public account: PrivateKeyAccount) {}

  decline(method: string) {
    this.#declined.add(method)
  }

  async request(method: string, params: readonly unknown[]): Promise<Answer> {
    this.requests.push(method)
    if (this.isSilent) return new Promise(() => {})
    if (ASKS_THE_USER.has(method) && this.#declined.delete(method)) {
      return { error: { code: 4001, message: "User rejected the request." } }
    }
    try {
      return { result: await this.#answer(method, params) }
    } catch (error) {
      return { error: asRequestError(error) }
    }
  }

  async #answer(method: string, params: readonly unknown[]) {
    switch (method) {
      case "eth_requestAccounts":
        this.isConnected = true
        return [this.account.address]
      case "eth_accounts":
        return this.isConnected ? [this.account.address] : []
      case "eth_chainId":
        return numberToHex(this.chainId)
      case "wallet_requestPermissions":
        throw Object.assign(new Error("Not supported"), { code: 4200 })
      case "wallet_revokePermissions":
        this.isConnected = false
        return null
      case "wallet_switchEthereumChain":
        return this.#switch(params)
      case "wallet_addEthereumChain":
        this.knowsChain = true
        return this.#switch(params)
      case "personal_sign":
        return this.account.signMessage({ message: { raw: hex.parse(params[0]) } })
      case "eth_sendTransaction":
        return this.#send(params)
      default:
        throw Object.assign(new Error(`${method} is not supported`), { code: 4200 })
    }
  }

  #switch([request]: readonly unknown[]) {
    if (!this.knowsChain) throw Object.assign(new Error("Unrecognized chain"), { code: 4902 })
    this.chainId = Number(target.parse(request).chainId)
    return null
  }

  async #send([request]: readonly unknown[]) {
    const { to, data, value } = transaction.parse(request)
    await this.beforeSend?.()
    const wallet = createWalletClient({
      account: this.account,
      chain,
      transport: http(stack.rpcUrl),
    })
    // A fixed limit: an estimate would find a revert before it is sent.
    const gas = 6_000_000n
    return wallet.sendTransaction({
      to,
      data,
      gas,
      ...(value ? { value: hexToBigInt(value) } : {}),
    })
  }
}

/** Installs the wallet into every page of the context, before the page's own code runs. */
export async function installWallet(context: BrowserContext, wallet: TestWallet) {
  await context.exposeFunction(
    "atollTestWallet",
    (method: string, params: unknown[]): Promise<Answer> => wallet.request(method, params),
  )
  await context.addInitScript(announceProvider)
}

/** Runs in the page. */
function announceProvider() {
  type Listener = (payload: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const ask: unknown = Reflect.get(window, "atollTestWallet")
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      if (typeof ask !== "function") throw new Error("The test wallet is not installed")
      const answer = await ask(method, params ?? [])
      if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
      if (method === "wallet_switchEthereumChain" || method === "wallet_addEthereumChain") {
        emit("chainChanged", params?.map((each) => Reflect.get(Object(each), "chainId"))[0])
      }
      return answer.result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  window.addEventListener("atoll-test-accounts", (event) => {
    if (event instanceof CustomEvent) emit("accountsChanged", event.detail)
  })
  const info = Object.freeze({
    uuid: "0c4a7f1e-8a55-4a6e-9b0e-3a7d0b1f2c11",
    name: "Test Wallet",
    rdns: "org.atoll.test-wallet",
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  window.addEventListener("eip6963:requestProvider", tell)
  tell()
}

/** The person picks another account in the wallet. */
export async function switchAccount(page: Page, wallet: TestWallet, account: PrivateKeyAccount) {
  wallet.account = account
  await page.evaluate((address) => {
    window.dispatchEvent(new CustomEvent("atoll-test-accounts", { detail: [address] }))
  }, account.address)
}

const withCode = z.object({ code: z.number(), message: z.string() })

function asRequestError(error: unknown): RequestError {
  const parsed = withCode.safeParse(error)
  return parsed.success
    ? parsed.data
    : { code: -32603, message: error instanceof Error ? error.message : "Internal error" }
}

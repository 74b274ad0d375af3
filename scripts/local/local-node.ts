import { setTimeout } from "node:timers/promises"
import {
  BaseError,
  createWalletClient,
  defineChain,
  http,
  type PublicClient,
  publicActions,
} from "viem"

export const TIMEOUT_MS = 5_000
const POLLING_MS = 25

export type LocalClient = ReturnType<typeof localClient>

/** Reads and writes the local chain; simultaneous calls share a request. */
export function localClient(rpcUrl: string, chainId: number) {
  return createWalletClient({
    chain: defineChain({
      id: chainId,
      name: `Chain ${chainId}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0, batch: true }),
    pollingInterval: POLLING_MS,
    cacheTime: 0,
  }).extend(publicActions)
}

/** The node is not one on which play money may be spent. */
export class NotLocalNodeError extends Error {}

/** Fails unless the node is anvil with the expected chain, because only play money may be used. */
export async function requireLocalNode(
  client: Pick<PublicClient, "getChainId" | "request">,
  chainId: number,
): Promise<void> {
  const [id, version] = await Promise.all([
    client.getChainId(),
    client.request({ method: "web3_clientVersion" }),
  ])
  if (id !== chainId) throw new NotLocalNodeError(`The node has chain ${id} instead of ${chainId}`)
  if (!version.startsWith("anvil/")) throw new NotLocalNodeError(`${version} is not a local node`)
}

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

type Acting = {
  /** Before the first action and after a failure, because another node may answer then. */
  open: () => Promise<void>
  /** Performs the next action and returns the milliseconds until another one. */
  next: () => Promise<number>
  /** Ends it after its current action. */
  signal: AbortSignal
  log: (line: string) => void
}

/** Acts on the local chain until it is stopped. It waits for a node that does not answer, and refuses a foreign one. */
export async function keepActing({ open, next, signal, log }: Acting): Promise<void> {
  let failures = 0
  let isOpen = false
  while (!signal.aborted) {
    try {
      if (!isOpen) await open()
      isOpen = true
      const waitMs = await next()
      failures = 0
      await pause(waitMs, signal)
    } catch (error) {
      if (error instanceof NotLocalNodeError) throw error
      isOpen = false
      log(`failed: ${describeError(error)}`)
      await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures), signal)
      failures += 1
    }
  }
}

/** Waits, or less when it is stopped. */
async function pause(milliseconds: number, signal: AbortSignal) {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}

function describeError(error: unknown) {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details}`.trim()
  return error instanceof Error ? error.message : String(error)
}

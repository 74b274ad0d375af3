import {
  createPublicClient,
  defineChain,
  type HttpTransportConfig,
  http,
  type PublicClient,
} from "viem"
import { z } from "zod"
import { env } from "@/lib/env"
import { inSpan } from "@/lib/telemetry/signals"
import { fetchInParts } from "./fetch-in-parts"
import { describeCalls } from "./node-limits"

/** Reads of the node wait at most this long, unless the caller sets a shorter limit. */
const TIMEOUT_MS = 5_000

/** Longest wait of a page or an answer that can do without the node. */
const QUICK_TIMEOUT_MS = 1_500

/** An answer above this is refused before it is read whole. A receipt of 1,000 logs has about 700 KB. */
const MAX_RESPONSE_BYTES = 4 * 2 ** 20

let cached: PublicClient | undefined
let quick: PublicClient | undefined
let capped: PublicClient | undefined
let batched: PublicClient | undefined

/** Reads the configured node; null without RPC_URL. */
export function getChainClient(): PublicClient | null {
  cached ??= createClient({ timeout: TIMEOUT_MS })
  return cached ?? null
}

/** A client for optional facts: simultaneous calls share a request, and give up soon. */
export function getQuickClient(): PublicClient | null {
  quick ??= createClient({ timeout: QUICK_TIMEOUT_MS, batch: { wait: 0 } })
  return quick ?? null
}

/** A client for answers whose size others decide, such as receipts: ResponseBodyTooLargeError above 4 MiB. */
export function getCappedClient(): PublicClient | null {
  capped ??= createClient({ timeout: TIMEOUT_MS, maxResponseBodySize: MAX_RESPONSE_BYTES })
  return capped ?? null
}

/** A client for many reads of one request: simultaneous reads share a request. */
export function getBatchedClient(): PublicClient | null {
  batched ??= createClient({ timeout: TIMEOUT_MS, batch: { wait: 0, batchSize: 200 } })
  return batched ?? null
}

function createClient(options: HttpTransportConfig): PublicClient | undefined {
  const { RPC_URL, CHAIN_ID } = env()
  if (!RPC_URL) return undefined
  return createPublicClient({
    chain: defineChain({
      id: CHAIN_ID,
      name: `Chain ${CHAIN_ID}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [RPC_URL] } },
    }),
    cacheTime: 0,
    transport: http(RPC_URL, {
      ...options,
      retryCount: 0,
      fetchFn: (input, init) =>
        inSpan(
          () => describeCalls(RPC_URL, listMethods(init?.body)),
          () => fetchInParts(input, init),
        ),
    }),
  })
}

const requestBody = z.union([
  z.object({ method: z.string() }).array(),
  z.object({ method: z.string() }),
])

function listMethods(body: unknown) {
  const { data = [] } = requestBody.safeParse(typeof body === "string" ? JSON.parse(body) : [])
  return [data].flat().map(({ method }) => method)
}

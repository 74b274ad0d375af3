import { createClient, custom, type PublicClient, toHex } from "viem"
import { getBatchedClient } from "@/lib/chain/client"
import { chainUnavailable, notConfigured } from "@/lib/http/errors"

/**
 * The newest block, and the block that would follow it: quotes hold if they are mined there. Times are Unix seconds.
 */
export type ChainState = {
  client: PublicClient
  block: bigint
  time: bigint
}

/** The state that a quote is made on. Throws CHAIN_UNAVAILABLE. */
export async function readChainState(): Promise<ChainState> {
  const client = getBatchedClient()
  if (!client) throw notConfigured("The chain")
  const { number, timestamp } = await client.getBlock().catch((error) => {
    throw chainUnavailable(error)
  })
  const now = BigInt(Math.floor(Date.now() / 1_000))
  return { client, block: number, time: now > timestamp ? now : timestamp + 1n }
}

/** The overrides that make a call run in the next block. */
export const nextBlock = ({ block, time }: Pick<ChainState, "block" | "time">) => ({
  number: toHex(block + 1n),
  time: toHex(time),
})

type Request = { method: string; params?: readonly unknown[] }

/**
 * A client whose reads of contracts run in the next block on top of one state, whatever is mined meanwhile. Reads made
 * at the same time share a request.
 */
export function createStateClient(state: ChainState) {
  const { client, block } = state
  const request = async ({ method, params = [] }: Request): Promise<unknown> => {
    const [first] = params
    const pinned =
      method === "eth_call"
        ? [first, toHex(block), {}, nextBlock(state)]
        : method === "eth_getBalance"
          ? [first, toHex(block)]
          : params
    // The transport knows methods that its types do not.
    return client.transport.request({ method, params: pinned })
  }
  return createClient({ chain: client.chain, transport: custom({ request }, { retryCount: 0 }) })
}

export type StateClient = ReturnType<typeof createStateClient>

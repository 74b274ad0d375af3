import { z } from "zod"
import { rpc } from "../rpc"

const answers = z.array(
  z.object({
    id: z.number(),
    result: z.unknown().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
)

const receipts = z.array(
  z.object({
    transactionHash: z.string(),
    status: z.string(),
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()) })),
  }),
)

export type Receipt = z.output<typeof receipts>[number]

type Request = readonly [method: string, ...params: unknown[]]

export type HistoryNode = ReturnType<typeof historyNode>

/** The parts of the node's interface that writing a history needs. */
export function historyNode(url: string) {
  /** Several calls in one request; results in the order of the calls. */
  async function batch(requests: readonly Request[]): Promise<unknown[]> {
    if (requests.length === 0) return []
    const body = requests.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params }))
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const parsed = answers.parse(await response.json()).sort((a, b) => a.id - b.id)
    return parsed.map(({ id, result, error }) => {
      if (error) throw new Error(`${requests[id]?.[0]}: ${error.message}`)
      return result
    })
  }

  return {
    batch,

    /** Stops mining by itself; what is sent waits for `mine`. */
    async holdMining() {
      await rpc(url, "evm_setAutomine", [false])
      await rpc(url, "evm_setIntervalMining", [0])
    },

    /** Every transaction gets a block of its own again. */
    async releaseMining() {
      await rpc(url, "evm_setAutomine", [true])
    },

    /** Mines what is waiting, in a block of that time. */
    async mine(timestamp: number): Promise<Receipt[]> {
      await rpc(url, "evm_mine", [{ timestamp }])
      return receipts.parse(await rpc(url, "eth_getBlockReceipts", ["latest"]))
    },
  }
}

import { Agent, request as sendRequest } from "node:http"
import { z } from "zod"
import { headOf, rpc } from "../rpc"

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
  // One connection that stays open: a history takes thousands of requests.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  /** Several calls in one request; results in the order of the calls. */
  async function batch(requests: readonly Request[]): Promise<unknown[]> {
    if (requests.length === 0) return []
    const body = requests.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params }))
    const text = await post(url, agent, JSON.stringify(body))
    const parsed = answers.parse(JSON.parse(text)).sort((a, b) => a.id - b.id)
    return parsed.map(({ id, result, error }) => {
      if (error) throw new Error(`${requests[id]?.[0]}: ${error.message}`)
      return result
    })
  }

  return {
    batch,

    /** Stops automatic mining; transactions wait for `mine`. */
    async holdMining() {
      await rpc(url, "evm_setAutomine", [false])
      await rpc(url, "evm_setIntervalMining", [0])
    },

    /** Mines each transaction in its own block again. */
    async releaseMining() {
      await rpc(url, "evm_setAutomine", [true])
    },

    /** Mines the waiting transactions in a block with that time. */
    async mine(timestamp: number): Promise<void> {
      await batch([["evm_mine", { timestamp }]])
    },

    async headNumber(): Promise<number> {
      return (await headOf(url)).number
    },

    /** Receipts of the transactions in each of these blocks. */
    async receiptsOf(blocks: readonly string[]): Promise<Receipt[][]> {
      const results = await batch(blocks.map((block) => ["eth_getBlockReceipts", block]))
      return results.map((result) => receipts.parse(result))
    },
  }
}

function post(url: string, agent: Agent, body: string) {
  return new Promise<string>((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    }
    sendRequest(url, { method: "POST", agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`The node answered ${response.statusCode}: ${text}`))
      })
    })
      .on("error", reject)
      .end(body)
  })
}

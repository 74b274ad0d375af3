import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

type Call = { id: number; method: string; params: unknown[] }
type Failure = { code: number; message: string }
type LogFilter = { fromBlock?: string; toBlock?: string; address?: string[] }

/** What a node refuses, and how it says so. A failure without a code is a status with plain text. */
export type Provider = {
  /** Calls in one request. */
  batch?: { max: number; status?: number; text?: string; error?: Failure; each?: Failure }
  /** Blocks in one range of logs. */
  blocks?: { max: number; status?: number; error: (range: number) => Failure }
  /** Logs in one answer. */
  logs?: { max: number; status?: number; error: Failure }
  /** Emitters in one filter. */
  addresses?: { max: number; status?: number; error: Failure }
  /** Bytes of one answer. */
  bytes?: { max: number; status: number; text: string }
  /** Every so many requests one is refused. */
  rate?: { every: number; status: number; error?: Failure; text?: string; retryAfter?: string }
}

/** A proxy in front of a node, with the limits and refusals of a provider. */
export async function startLimitedNode(target: string, provider: Provider) {
  let requests = 0
  let refusals = 0
  let largestBatch = 0
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    let body = ""
    for await (const chunk of request) body += chunk
    requests++
    const isBatch = body.startsWith("[")
    const calls = [JSON.parse(body)].flat() as Call[]
    const { batch, rate, bytes } = provider
    const refuse = (status: number, error?: Failure, text = "", headers = {}) => {
      refusals++
      response.writeHead(status, {
        ...headers,
        "content-type": error ? "application/json" : "text/plain",
      })
      response.end(error ? JSON.stringify({ jsonrpc: "2.0", id: null, error }) : text)
    }
    if (rate && requests % rate.every === 0) {
      const headers = rate.retryAfter ? { "retry-after": rate.retryAfter } : {}
      return refuse(rate.status, rate.error, rate.text, headers)
    }
    if (batch && isBatch && calls.length > batch.max) {
      const { each } = batch
      if (!each) return refuse(batch.status ?? 200, batch.error, batch.text)
      refusals++
      return response.end(JSON.stringify(calls.map(({ id }) => ({ id, error: each }))))
    }
    largestBatch = Math.max(largestBatch, calls.length)
    const answers = await Promise.all(calls.map(answer))
    const refused = answers.find(({ status }) => status !== 200)
    const text = JSON.stringify(
      isBatch ? answers.map(({ answer: one }) => one) : answers[0]?.answer,
    )
    if (bytes && text.length > bytes.max) return refuse(bytes.status, undefined, bytes.text)
    response.writeHead(isBatch ? 200 : (refused?.status ?? 200), {
      "content-type": "application/json",
    })
    response.end(text)
  }

  async function answer(call: Call): Promise<{ status: number; answer: unknown }> {
    const sent = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    })
    const reply = (await sent.json()) as { result?: unknown }
    // No development node: those have no limits.
    if (call.method === "web3_clientVersion") {
      return { status: 200, answer: { ...reply, result: "Geth/v1" } }
    }
    const refusal = call.method === "eth_getLogs" ? findRefusal(call, reply.result) : null
    if (!refusal) return { status: 200, answer: reply }
    refusals++
    const { status = 200, error } = refusal
    return { status, answer: { jsonrpc: "2.0", id: call.id, error } }
  }

  function findRefusal({ params }: Call, result: unknown) {
    const { blocks, logs, addresses } = provider
    const [{ fromBlock, toBlock, address = [] }] = params as [LogFilter]
    const range = Number(toBlock ?? 0) - Number(fromBlock ?? 0) + 1
    if (blocks && range > blocks.max) return { ...blocks, error: blocks.error(range) }
    if (addresses && address.length > addresses.max) return addresses
    if (logs && Array.isArray(result) && result.length > logs.max) return logs
    return null
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (!address || typeof address === "string") throw new Error("The node has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    refusals: () => refusals,
    largestBatch: () => largestBatch,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const blocksError = (code: number, message: string) => () => ({ code, message })

/** Limits below those of the providers, so that a short history meets them; their ways of refusing. */
export const providers: Record<string, Provider> = {
  "Alchemy, free": {
    blocks: {
      max: 10,
      status: 400,
      error: blocksError(
        -32600,
        "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.",
      ),
    },
    batch: { max: 100, status: 400, error: { code: -32600, message: "Batch too large" } },
    rate: {
      every: 60,
      status: 429,
      error: { code: 429, message: "Your app has exceeded its compute units per second capacity." },
    },
  },
  Infura: {
    logs: {
      max: 60,
      error: { code: -32005, message: "query returned more than 60 results. Try with this range." },
    },
    rate: {
      every: 70,
      status: 429,
      error: { code: -32005, message: "project ID request rate exceeded" },
    },
  },
  QuickNode: {
    blocks: {
      max: 20,
      status: 413,
      error: blocksError(-32614, "eth_getLogs is limited to a 20 range"),
    },
    rate: {
      every: 60,
      status: 429,
      error: { code: -32007, message: "50/second request limit reached" },
    },
  },
  "dRPC, free": {
    batch: {
      max: 3,
      status: 500,
      error: { code: 31, message: "Batch of more than 3 requests are not allowed on free tier" },
    },
    blocks: {
      max: 40,
      error: blocksError(35, "ranges over 40 blocks are not supported on freetier"),
    },
  },
  "Ankr, public": {
    batch: { max: 30, each: { code: -32062, message: "Batch size is too large" } },
    blocks: { max: 30, error: blocksError(-32062, "Block range is too large") },
  },
  "a public endpoint without batches": {
    batch: { max: 1, status: 400, text: "Bad Request" },
    addresses: { max: 12, error: { code: -32602, message: "specify less number of addresses" } },
    rate: { every: 110, status: 429, text: "slow down", retryAfter: "1" },
  },
  "a public endpoint behind a gateway": {
    batch: { max: 10, status: 413, text: "<html>Request Entity Too Large</html>" },
    bytes: { max: 20_000, status: 500, text: "response size exceeded" },
    blocks: { max: 25, error: blocksError(-32000, "exceed maximum block range: 25") },
  },
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

type Answer = { id: unknown; result?: unknown }
type Call = { id: unknown; method: string; params: unknown[] }

/** How the node behind the proxy behaves at the moment. */
export type NodeState =
  | { kind: "well" }
  | { kind: "slow"; ms: number }
  | { kind: "down" }
  | { kind: "refusing" }
  | { kind: "stalling" }
  /** As if it knew only the blocks up to this one, and lied about logs above it. */
  | { kind: "lagging"; head: number; ms?: number }
  /** Refuses log ranges of more blocks. */
  | { kind: "narrow"; blocks: number }
  /** Never answers this method, or refuses it; the node does not hear of it. */
  | { kind: "holding"; method: string }
  | { kind: "rejecting"; method: string | readonly string[] }
  /** Every other request is answered by another node. */
  | { kind: "balanced"; other: string }
  /** Answers something else than the node. */
  | {
      kind: "altered"
      alter: (method: string, result: unknown, params: unknown[]) => unknown
      /** A method that it does not have. */
      lacks?: string
    }

/** A proxy in front of a node, which can fail in several ways. */
export async function startProxy(target: string) {
  let state: NodeState = { kind: "well" }
  let refused = 0
  let requestCount = 0
  let calls: string[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })

  async function handle(request: IncomingMessage, response: ServerResponse) {
    let body = ""
    for await (const chunk of request) body += chunk
    requestCount++
    const { kind } = state
    if (kind === "stalling") {
      refused++
      return
    }
    if (kind === "down" || kind === "refusing") {
      refused++
      if (kind === "down") return response.destroy()
      return response.writeHead(503).end("busy")
    }
    const { ms: wait = 0 } = "ms" in state ? state : {}
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const batch = [JSON.parse(body)].flat() as Call[]
    for (const { method, params } of batch) calls.push(`${method} ${JSON.stringify(params)}`)
    const node = state.kind === "balanced" && requestCount % 2 === 0 ? state.other : target
    const answers = await Promise.all(batch.map((call) => answer(call, node)))
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(body.startsWith("[") ? answers : answers[0]))
  }

  async function answer(call: Call, node: string): Promise<Answer> {
    if ("method" in state && [state.method].flat().includes(call.method)) {
      refused++
      if (state.kind === "holding") return new Promise(() => {})
      return { id: call.id, error: { code: -32000, message: "rejected" } } as Answer
    }
    if (state.kind === "altered" && state.lacks === call.method) {
      return { id: call.id, error: { code: -32601, message: "no such method" } } as Answer
    }
    if (state.kind === "narrow" && call.method === "eth_getLogs") {
      const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: string; toBlock: string }]
      if (+toBlock - +fromBlock >= state.blocks) {
        refused++
        return { id: call.id, error: { code: -32005, message: "range too wide" } } as Answer
      }
    }
    const { head } = state.kind === "lagging" ? state : { head: Number.POSITIVE_INFINITY }
    const lagging = head < Number.POSITIVE_INFINITY
    const params = (call.params ?? []).map((param) =>
      lagging && param === "latest" ? hex(head) : param,
    )
    const sent = await fetch(node, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...call, params: call.method === "eth_call" ? call.params : params }),
    })
    const nodeAnswer = (await sent.json()) as Answer
    if (state.kind === "altered") {
      return { ...nodeAnswer, result: state.alter(call.method, nodeAnswer.result, call.params) }
    }
    // No development node: those are never behind.
    if (call.method === "web3_clientVersion") return { ...nodeAnswer, result: "Proxy/v1" }
    if (!lagging) return nodeAnswer
    if (call.method === "eth_getBlockByNumber" && Number(call.params[0]) > head) {
      return { ...nodeAnswer, result: null }
    }
    if (call.method === "eth_getLogs") {
      const logs = nodeAnswer.result as { blockNumber: string }[]
      return {
        ...nodeAnswer,
        result: logs.filter(({ blockNumber }) => Number(blockNumber) <= head),
      }
    }
    return nodeAnswer
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (!address || typeof address === "string") throw new Error("The proxy has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    set: (next: NodeState) => {
      state = next
      refused = 0
      requestCount = 0
      calls = []
    },
    /** Requests met in the present state. */
    asked: () => requestCount,
    /** Calls met in the present state, those of a batch one by one: method and parameters. */
    calls: (): readonly string[] => calls,
    /** Requests turned away in the present state. */
    refused: () => refused,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const hex = (number: number) => `0x${number.toString(16)}`

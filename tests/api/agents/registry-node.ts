import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { encodeAbiParameters, toFunctionSelector } from "viem"
import { afterAll, beforeAll, beforeEach } from "vitest"

const REGISTRY = `0x${"66".repeat(20)}`
const OWNER_OF = toFunctionSelector("ownerOf(uint256)")

type Call = { id: number; method: string; params: [{ data: string }] }
type Holders = { owner: string; wallet?: string }

/** A node whose one contract is an identity registry. The address book names it when this module is loaded. */
export const registry = {
  /** Who has each identity; one without an entry does not exist. */
  holders: new Map<number, Holders>(),
  isBroken: false,
}

const book = JSON.parse(process.env.CONTRACTS ?? "{}")
process.env.CONTRACTS = JSON.stringify({ ...book, identityRegistry: REGISTRY })

function answerOf({ id, method, params }: Call) {
  if (method === "eth_blockNumber") return { jsonrpc: "2.0", id, result: "0x64" }
  const { data } = params[0]
  const agent = registry.holders.get(Number(`0x${data.slice(10)}`))
  const holder = data.startsWith(OWNER_OF) ? agent?.owner : (agent?.wallet ?? `0x${"0".repeat(40)}`)
  if (!holder)
    return { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted", data: "0x" } }
  const result = encodeAbiParameters([{ type: "address" }], [`0x${holder.slice(2)}`])
  return { jsonrpc: "2.0", id, result }
}

const node = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    response.statusCode = registry.isBroken ? 500 : 200
    response.setHeader("content-type", "application/json")
    const calls: Call | Call[] = JSON.parse(Buffer.concat(parts).toString())
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answerOf) : answerOf(calls)))
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve))
  const { port } = node.address() as AddressInfo
  process.env.RPC_URL = `http://127.0.0.1:${port}`
})
afterAll(() => node.close())
beforeEach(() => {
  registry.isBroken = false
})

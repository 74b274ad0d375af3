import type { RawLog } from "@/lib/events/logs"
import type { Receipt } from "@/lib/indexer/node"
import type { Cluster } from "@/tests/helpers/cluster/cluster"
import type { NodeState } from "@/tests/lib/indexer/proxy"

/** A fault begins, lasts, and ends by the function that its beginning returns, which may name a problem. */
export type Fault = {
  name: string
  ms: number
  begin: () => Promise<() => Promise<string | undefined> | undefined>
}

export type Node = { set: (state: NodeState) => void }

type Parts = {
  cluster: Cluster
  node: Node
  /** The address of a node of another chain. */
  otherNode: string
  random: (below: number) => number
}

const LIE_MS = 8_000

/** A node that is away, behind, or says what is not so; and a chain that takes blocks back. */
export function listNodeFaults({ cluster: { chain }, node, otherNode, random }: Parts): Fault[] {
  const lie = (name: string, begin: () => Promise<NodeState> | NodeState): Fault => ({
    name,
    ms: LIE_MS,
    begin: async () => {
      node.set(await begin())
      return () => void node.set({ kind: "well" })
    },
  })
  const altered = (name: string, method: string, alter: (result: unknown) => unknown): Fault =>
    lie(name, () => ({
      kind: "altered",
      alter: (called, result) => (called === method && result ? alter(result) : result),
    }))
  const withoutSome = <T>(all: unknown) => (all as T[]).filter(() => random(2) === 0)
  const reorganise = (name: string, depth: () => number): Fault => ({
    name,
    ms: 2_000,
    begin: async () => {
      await chain.call("anvil_reorg", depth(), [])
      return () => undefined
    },
  })
  return [
    lie("node does not answer", () => ({ kind: "stalling" })),
    lie("node refuses connections", () => ({ kind: "down" })),
    lie("node answers 503", () => ({ kind: "refusing" })),
    lie("node falls behind", async () => ({
      kind: "lagging",
      head: (await chain.head()) - 1 - random(30),
    })),
    altered("node lacks receipts", "eth_getTransactionReceipt", () => null),
    altered("receipts of another block", "eth_getTransactionReceipt", (receipt) => ({
      ...(receipt as Receipt),
      blockHash: `0x${"ab".repeat(32)}`,
    })),
    altered("receipts lack logs", "eth_getTransactionReceipt", (receipt) => ({
      ...(receipt as Receipt),
      logs: (receipt as Receipt).logs.slice(0, -1 - random(3)),
    })),
    altered("node of another chain", "eth_chainId", () => "0x1"),
    lie("another chain behind a balancer", () => ({ kind: "balanced", other: otherNode })),
    altered("node leaves out logs", "eth_getLogs", () => []),
    altered("node leaves out some logs", "eth_getLogs", (logs) => withoutSome<RawLog>(logs)),
    altered("blocks lack receipts", "eth_getBlockReceipts", (all) => withoutSome<Receipt>(all)),
    reorganise("reorganisation of 1 block", () => 1),
    reorganise("reorganisation of 2 to 63 blocks", () => 2 + random(62)),
    reorganise("reorganisation of 64 blocks", () => 64),
  ]
}

import { FUNDED_ACCOUNTS } from "./accounts"
import { type Anvil, startAnvil } from "./anvil"

type Options = {
  chainId: number
  port?: number
  /** Second at which the chain begins. */
  genesis: number
  detached?: boolean
  /** Told of each node that is started, the one to use last. */
  watch?: (node: Anvil) => void
}

/** A node with a new chain, and the address of the one that has its first block. */
export type FreshNode = Anvil & { origin: string }

/**
 * Starts a node with a new chain that goes on from the first block of another one. Such a node works out no state roots,
 * which nobody here asks for: after each block of a long history that takes two thirds of the time.
 */
export async function startFreshNode({
  chainId,
  port,
  genesis,
  detached = false,
  watch = () => {},
}: Options): Promise<FreshNode> {
  const accounts = ["--accounts", `${FUNDED_ACCOUNTS}`]
  const origin = await startAnvil({
    ...{ chainId, detached },
    args: ["--timestamp", `${genesis}`, ...accounts],
  })
  watch(origin)
  const continued = await startAnvil({
    ...{ chainId, detached, port },
    args: ["--fork-url", origin.url, ...accounts],
  })
  const node = {
    ...continued,
    origin: origin.url,
    async stop() {
      await continued.stop()
      await origin.stop()
    },
  }
  watch(node)
  return node
}

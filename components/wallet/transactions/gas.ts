import type { Address, Client } from "viem"
import { estimateGas, getBlock } from "viem/actions"
import type { ContractCall } from "./contract-call"

const MARGIN_PERCENT = 20n

/** What it takes to write a storage slot that was empty (22,100), and some more. */
const LEAST_MARGIN = 30_000n

/**
 * The gas limit of a transaction: the node's estimate with a margin. An estimate holds for the state and the block it was
 * made on. A slot that already holds what is to be written, such as a time set by somebody else's call of the same
 * second, costs next to nothing there and up to 22,100 a block later, and prices that moved take other paths. Gas that
 * is not used is not paid for.
 */
export async function gasLimit(client: Client, account: Address, call: ContractCall) {
  const [estimate, block] = await Promise.all([
    estimateGas(client, { account, ...call }),
    getBlock(client, { blockTag: "latest" }),
  ])
  return withMargin(estimate, block.gasLimit)
}

/** Never above the limit of a block: such a transaction would not be taken. */
export function withMargin(estimate: bigint, blockLimit: bigint) {
  const share = (estimate * MARGIN_PERCENT) / 100n
  const limit = estimate + (share > LEAST_MARGIN ? share : LEAST_MARGIN)
  return limit < blockLimit ? limit : blockLimit
}

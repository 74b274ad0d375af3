const MARGIN_PERCENT = 20n

/** Writing an empty storage slot costs 22,100 gas. */
const MIN_MARGIN = 30_000n

/**
 * The node's gas estimate with a margin. The estimate holds for the state it was made on: a slot that already has the
 * value to be written, such as a timestamp set by another call in the same second, costs almost nothing there and up
 * to 22,100 gas a block later, and moved prices take other paths. Unused gas is refunded. At most the block's gas limit:
 * nodes reject a transaction above it.
 */
export function addMargin(estimate: bigint, blockLimit: bigint) {
  const share = (estimate * MARGIN_PERCENT) / 100n
  const limit = estimate + (share > MIN_MARGIN ? share : MIN_MARGIN)
  return limit < blockLimit ? limit : blockLimit
}

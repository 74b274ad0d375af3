const MARGIN_PERCENT = 50n
const MIN_MARGIN = 40_000n

/**
 * A gas limit for a simulated call. What a simulation reports is after refunds, which are up to a fifth of the gas
 * used (EIP-3529), and holds for its state: a slot that is empty a block later costs 22,100 gas more. Unused gas is
 * refunded. At most the block's limit: nodes refuse a transaction above it.
 */
export function withGasMargin(gasUsed: bigint, blockLimit: bigint): bigint {
  const share = (gasUsed * MARGIN_PERCENT) / 100n
  const limit = gasUsed + (share > MIN_MARGIN ? share : MIN_MARGIN)
  return limit < blockLimit ? limit : blockLimit
}

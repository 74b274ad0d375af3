const SLIPPAGE = "atoll.slippage"

/** 1 %. */
export const DEFAULT_SLIPPAGE_BASIS_POINTS = 100n

/** 50 %. */
export const MAX_SLIPPAGE_BASIS_POINTS = 5_000n

/** The default slippage in basis points, as set on the account page. */
export function readSlippage(): bigint {
  try {
    const text = localStorage.getItem(SLIPPAGE) ?? ""
    if (!/^\d{1,4}$/.test(text)) return DEFAULT_SLIPPAGE_BASIS_POINTS
    const value = BigInt(text)
    return value > MAX_SLIPPAGE_BASIS_POINTS ? DEFAULT_SLIPPAGE_BASIS_POINTS : value
  } catch {
    // Storage may be forbidden.
    return DEFAULT_SLIPPAGE_BASIS_POINTS
  }
}

export function writeSlippage(basisPoints: bigint) {
  localStorage.setItem(SLIPPAGE, basisPoints.toString())
}

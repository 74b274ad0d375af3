import type { PoolState } from "@/components/swap/pool-state"
import { type LoanRoute, withFloor } from "@/lib/loans/math"
import { WAD } from "@/lib/units"

/** Both pools as they open: TIDE's, and a Floor+ token's of 1,000 USD. */
export const freshRoute: LoanRoute = {
  tide: { base0: 10_000n * WAD, reserve1: 10_000n * WAD, supply: 0n, multiplier: 100n },
  token: withFloor({
    base0: 1_000n * WAD,
    reserve1: 1_000n * WAD,
    supply: 0n,
    multiplier: 50n,
  }),
  taxBasisPoints: 150n,
}

const holdings = { balance: 100n * WAD, allowance: 0n }

/** A market anybody may buy in, looked at by a wallet with 100 of everything. */
export const openMarket: PoolState = {
  route: freshRoute,
  surgeRate: 0n,
  receivers: { vaultTakesTaxes: false, shares: { active: 0n, granted: 0n }, isPrediction: false },
  clockOffset: 0,
  freeze: null,
  rules: { hasBonded: true, autoVest: false },
  wallet: { pay: { buy: holdings, sell: holdings }, nativeBalance: WAD },
}

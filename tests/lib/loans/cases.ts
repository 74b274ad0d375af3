import { parseEther } from "viem"
import { loanRouteAfterBuy } from "@/lib/loans/leverage-math"
import { type LoanRoute, loanRouteAfterSell, withFloor } from "@/lib/loans/math"
import type { Pool } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"

/** TIDE at 1 USDB after 1,000 were bought. */
export const tide: Pool = {
  base0: parseEther("10000"),
  reserve1: parseEther("11000"),
  supply: parseEther("1000"),
  multiplier: 100n,
}

/** A token with a floor of 1.5 TIDE at a price of 3 TIDE: 600 / 200 with k = 1/2. */
export const kelp: Pool = {
  base0: parseEther("100"),
  reserve1: parseEther("600"),
  supply: parseEther("200"),
  multiplier: 75n,
}

const freshTide: Pool = { ...tide, reserve1: parseEther("10000"), supply: 0n }

/** From 0.01 USDB to 100 million, every order of magnitude equally likely. */
export const amount = fc
  .tuple(fc.bigInt(1n, 10n ** 26n), fc.bigInt(0n, 32n))
  .map(([number, shift]) => (number >> shift) + 10n ** 16n)

export const days = fc.bigInt(10n, 1_000n)

/** Routes as trades leave them. */
export const route: fc.Arbitrary<LoanRoute> = fc
  .record({
    base0: fc.bigInt(100n, 10_000n).map((whole) => whole * WAD),
    tidePrice: fc.bigInt(WAD, 50n * WAD),
    multiplier: fc.oneof(fc.bigInt(1n, 90n), fc.constantFrom(50n, 100n)),
    isTide: fc.boolean(),
    buys: fc.array(amount, { minLength: 1, maxLength: 4 }),
    soldPercent: fc.bigInt(0n, 90n),
    taxBasisPoints: fc.constantFrom(50n, 150n, 1_650n),
  })
  .map(({ base0, tidePrice, multiplier, isTide, buys, soldPercent, taxBasisPoints }) => {
    const reserve1 = (base0 * WAD) / tidePrice
    const token = isTide ? null : withFloor({ base0, reserve1, supply: 0n, multiplier })
    const bought = buys.reduce(loanRouteAfterBuy, { tide: freshTide, token, taxBasisPoints })
    const { supply } = bought.token ?? bought.tide
    return loanRouteAfterSell(bought, (supply * soldPercent) / 100n)
  })

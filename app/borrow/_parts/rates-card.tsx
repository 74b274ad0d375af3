import { Card } from "@/components/ui/card"
import { formatInteger, formatPercent } from "@/lib/format"
import { loanFee, MAX_LOAN_DAYS, MIN_LOAN_DAYS } from "@/lib/loans/math"
import { divideUp, WAD } from "@/lib/units"

const TERMS = [MIN_LOAN_DAYS, 30n, 90n, 365n, MAX_LOAN_DAYS]

/** Large enough that rounding does not show. */
const DEBT = 10n ** 9n * WAD
const BASIS_POINTS = 10_000n

const feeOf = (days: bigint) => divideUp(loanFee(DEBT, days) * BASIS_POINTS, DEBT)

/** The cost of a loan, rendered on the server: it needs no token, amount or wallet. */
export function RatesCard() {
  return (
    <Card title="Rates">
      <div className="grid grid-cols-1 gap-3">
        <p className="text-sm">
          2% of the loan, and 0.005% of it for each day. The fee is taken from what you receive.
          There is no other interest, and nothing comes back if you repay early.
        </p>
        <table className="figures w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-muted">
              <th className="py-2 font-normal" scope="col">
                Days
              </th>
              <th className="py-2 text-right font-normal" scope="col">
                Fee
              </th>
              <th className="py-2 text-right font-normal" scope="col">
                You receive of 100 USDB
              </th>
            </tr>
          </thead>
          <tbody>
            {TERMS.map((days) => (
              <tr className="border-b border-line last:border-0" key={`${days}`}>
                <td className="py-2">{formatInteger(days)}</td>
                <td className="py-2 text-right">{formatPercent(feeOf(days))}</td>
                <td className="py-2 text-right">{Number(BASIS_POINTS - feeOf(days)) / 100} USDB</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-sm text-muted">
          You can borrow the whole collateral value: the price of TIDE and Stable+ tokens, the floor
          of Floor+ tokens. The smallest loan is 0.99 USDB.
        </p>
      </div>
    </Card>
  )
}

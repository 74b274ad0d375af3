import { Disclosure } from "@/components/ui/disclosure"
import { formatAmount, formatPercent, formatUsd } from "@/lib/format"
import type { OutcomeRow } from "@/lib/loans/position-outcome"

/** SVG units: the drawing is stretched to its box, the labels keep their size. */
const WIDTH = 300
const HEIGHT = 100
/** Amounts are drawn in millionths. */
const DRAWN_UNIT = 10n ** 12n

type Props = { rows: readonly OutcomeRow[] }

/** The value of the same money at several price changes, with leverage and without. */
export function OutcomeChart({ rows }: Props) {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const { x, y, low, high } = createScale(rows)
  const zero = y(0n)
  return (
    <figure className="grid gap-2" data-testid="leverage-outcomes">
      <figcaption className="text-sm">
        <span className="font-medium">Profit or loss by price change</span>
        <span className="text-muted"> after tax and debt, in USDB</span>
      </figcaption>
      <Legend />
      <div aria-hidden="true" className="relative mr-16 h-32">
        <svg
          aria-hidden="true"
          className="size-full overflow-visible"
          fill="none"
          preserveAspectRatio="none"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        >
          <path
            className="stroke-line-strong"
            d={`M0 ${zero}H${WIDTH}`}
            vectorEffect="non-scaling-stroke"
          />
          <path
            className="stroke-line"
            d={`M${x(0n)} 0V${HEIGHT}`}
            strokeDasharray="3 4"
            vectorEffect="non-scaling-stroke"
          />
          <path
            className="stroke-muted"
            d={drawLine(rows, (row) => [x(row.change), y(row.plain.result)])}
            strokeDasharray="5 4"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
          <path
            className="stroke-accent"
            d={drawLine(rows, (row) => [x(row.change), y(row.leveraged.result)])}
            strokeLinejoin="round"
            strokeWidth={2.5}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {[high, 0n, low].map((value, place) => (
          <span
            className="figures absolute left-full ml-2 -translate-y-1/2 text-xs whitespace-nowrap text-muted"
            // Two rows may have the same value, so the place is the key.
            key={["high", "zero", "low"][place]}
            style={{ top: `${y(value)}%` }}
          >
            {isFarFromZero(value, zero, y) && formatSigned(value)}
          </span>
        ))}
      </div>
      <AxisLabels rows={rows} x={x} />
      <LeastPrice row={first} />
      <Disclosure label="These figures as a table">
        <OutcomeTable rows={rows} />
      </Disclosure>
    </figure>
  )
}

function Legend() {
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span className="w-5 border-t-3 border-accent" /> With leverage
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-5 border-t-2 border-dashed border-muted" /> Without
      </span>
    </p>
  )
}

/** Below the drawing, at −50 %, 0, +50 % and +100 %. */
function AxisLabels({ rows, x }: Props & { x: (change: bigint) => number }) {
  const shown = rows.filter(({ change }) => change % 5_000n === 0n)
  return (
    <div aria-hidden="true" className="figures relative mr-16 h-4 text-xs text-muted">
      {shown.map(({ change }, place) => (
        <span
          className="absolute whitespace-nowrap"
          key={`${change}`}
          style={{
            left: `${(x(change) / WIDTH) * 100}%`,
            translate: place === 0 ? "0" : place === shown.length - 1 ? "-100%" : "-50%",
          }}
        >
          {formatChange(change)}
        </span>
      ))}
    </div>
  )
}

/** Shown where the price cannot fall as far as the drawing goes. */
function LeastPrice({ row: { leveraged } }: { row: OutcomeRow }) {
  if (leveraged.isReached) return null
  return (
    <p className="text-xs text-muted">
      After this purchase the price cannot fall below {formatUsd(leveraged.price)}, even if everyone
      else sells: further left the lines stay level.
    </p>
  )
}

function OutcomeTable({ rows }: Props) {
  return (
    <table className="figures w-full text-sm">
      <caption className="sr-only">Profit or loss in USDB by price change</caption>
      <thead className="text-muted">
        <tr>
          <th className="py-1 text-left font-normal" scope="col">
            Price
          </th>
          <th className="py-1 text-right font-normal" scope="col">
            With leverage
          </th>
          <th className="py-1 text-right font-normal" scope="col">
            Without
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ change, leveraged, plain }) => (
          <tr key={`${change}`}>
            <th className="py-1 text-left font-normal" scope="row">
              {formatChange(change)}
            </th>
            {[leveraged, plain].map(({ result }, place) => (
              <td className="py-1 text-right" key={place === 0 ? "leveraged" : "plain"}>
                {formatSigned(result)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function createScale(rows: readonly OutcomeRow[]) {
  const results = rows.flatMap(({ leveraged, plain }) => [leveraged.result, plain.result])
  const sorted = [0n, ...results].toSorted((a, b) => (a < b ? -1 : 1))
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n]
  const [from, to] = [rows[0]?.change ?? 0n, rows.at(-1)?.change ?? 1n]
  const drawn = (value: bigint) => Number(value / DRAWN_UNIT)
  const range = Math.max(1, drawn(high - low))
  return {
    high,
    low,
    x: (change: bigint) => round((Number(change - from) / Number(to - from)) * WIDTH),
    y: (result: bigint) => round((drawn(high - result) / range) * HEIGHT),
  }
}

function drawLine(rows: readonly OutcomeRow[], place: (row: OutcomeRow) => [number, number]) {
  return `M${rows.map((row) => place(row).join(" ")).join("L")}`
}

/** The ends get a label unless it would cover the label of zero. */
function isFarFromZero(value: bigint, zero: number, y: (value: bigint) => number) {
  return value === 0n || Math.abs(y(value) - zero) > 12
}

const round = (value: number) => Math.round(value * 10) / 10

const formatChange = (basisPoints: bigint) =>
  basisPoints > 0n ? `+${formatPercent(basisPoints)}` : formatPercent(basisPoints).replace("-", "−")

function formatSigned(value: bigint) {
  if (value === 0n) return "0"
  const places = value > -100n * 10n ** 18n && value < 100n * 10n ** 18n ? 2 : 0
  const written = formatAmount(value < 0n ? -value : value, places)
  return `${value < 0n ? "−" : "+"}${written}`
}

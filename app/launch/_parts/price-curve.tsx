import { formatInteger, formatUsd } from "@/lib/format"
import { type PricePath, type PricePoint, summarizePath } from "./price-path"

const WIDTH = 320
const HEIGHT = 140
const TOP = 8
const BOTTOM = 6

type Props = { path: PricePath; buysUsd: number }

/** The price and the floor while a sum is bought, then while all of it is sold. */
export function PriceCurve({ path, buysUsd }: Props) {
  const moments = [...path.buying, ...path.selling.slice(1)]
  const { peak, floor, end, opening } = summarizePath(path)
  const place = createPlotter(moments, Math.max(...moments.map(({ price }) => toNumber(price))))
  const line = (pick: (moment: PricePoint) => bigint) =>
    moments.map((moment, at) => place(at, toNumber(pick(moment)))).join(" ")
  return (
    <figure className="grid gap-2">
      <div aria-hidden="true" className="grid grid-cols-2 text-xs text-muted">
        <span>buys</span>
        <span className="border-l border-line-strong pl-2">sells</span>
      </div>
      <svg
        aria-hidden="true"
        className="h-40 w-full"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        <rect className="fill-sunken" height={HEIGHT} width={WIDTH / 2} x={WIDTH / 2} y={0} />
        <line
          className="stroke-line-strong"
          vectorEffect="non-scaling-stroke"
          x1={0}
          x2={WIDTH}
          y1={HEIGHT}
          y2={HEIGHT}
        />
        <polyline
          className="fill-none stroke-kelp"
          points={line((moment) => moment.floor)}
          strokeDasharray="5 4"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          className="fill-none stroke-accent"
          points={line((moment) => moment.price)}
          strokeLinejoin="round"
          strokeWidth={2.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="flex flex-wrap gap-4 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="h-0.5 w-5 bg-accent" /> price
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-5 border-t-2 border-dashed border-kelp" /> floor
        </span>
      </div>
      <figcaption className="text-sm">
        Opens at {formatUsd(opening)}. Buys of ${formatInteger(buysUsd)} raise the price to{" "}
        <strong className="figures font-semibold">{formatUsd(peak)}</strong> and the floor to{" "}
        <strong className="figures font-semibold">{formatUsd(floor)}</strong>. After all of it is
        sold, the price is <strong className="figures font-semibold">{formatUsd(end)}</strong>.
      </figcaption>
    </figure>
  )
}

/** Maps zero to the lower edge, the highest price near the upper one. */
function createPlotter(moments: readonly PricePoint[], highest: number) {
  const step = WIDTH / (moments.length - 1)
  return (at: number, price: number) => {
    const height = (price / highest) * (HEIGHT - TOP - BOTTOM)
    return `${(at * step).toFixed(1)},${(HEIGHT - BOTTOM - height).toFixed(1)}`
  }
}

/** For drawing only: four decimal places. */
const toNumber = (wad: bigint) => Number(wad / 10n ** 14n) / 10_000

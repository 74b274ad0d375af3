import {
  PictureFrame,
  PictureTitle,
  pictureColors,
  renderPicture,
  toPrintable,
} from "@/components/pictures/frame"
import { createPath } from "@/components/ui/sparkline"
import { formatPercent, formatUsd, shortenAddress } from "@/lib/format"
import { findSparklines } from "@/lib/tokens/candles/sparklines"
import type { TokenView } from "@/lib/tokens/schema"

const CHART = { width: 1200, height: 280 }

/** The Open Graph image of a token. */
export async function drawPicture(token: TokenView): Promise<ArrayBuffer> {
  const histories = await findSparklines([token.address], "7d")
  return renderPicture(<Picture history={histories.get(token.address) ?? []} token={token} />)
}

type PictureProps = { token: TokenView; history: readonly number[] }

function Picture({ token, history }: PictureProps) {
  const name = toPrintable(token.name, 44) || shortenAddress(token.address)
  const symbol = toPrintable(token.symbol, 16)
  return (
    <PictureFrame>
      <div style={{ display: "flex", flexDirection: "column", padding: "52px 64px 0", gap: 28 }}>
        <PictureTitle
          address={token.address}
          detail={symbol}
          detailSize={32}
          name={name}
          nameSize={name.length > 24 ? 44 : 60}
          symbol={token.symbol}
        />
        <div style={{ display: "flex", alignItems: "flex-end", gap: 28 }}>
          <div style={{ display: "flex", fontSize: 84, fontWeight: 600, lineHeight: 1 }}>
            {token.priceUsd === null ? "No price yet" : formatUsd(token.priceUsd)}
          </div>
          <DayChange basisPoints={token.dayChange} />
        </div>
      </div>
      <PriceLine prices={history} />
    </PictureFrame>
  )
}

/** The arrow and the sign repeat what the colour says. */
function DayChange({ basisPoints }: { basisPoints: bigint | null }) {
  if (basisPoints === null) return null
  const rises = basisPoints >= 0n
  const tone = rises ? pictureColors.up : pictureColors.down
  return (
    <div style={{ display: "flex", alignItems: "center", gap: 10, fontSize: 40, color: tone }}>
      <svg aria-hidden="true" height={34} viewBox="0 0 24 24" width={34}>
        <path
          d={rises ? "M12 19V5M5 12l7-7 7 7" : "M12 5v14M5 12l7 7 7-7"}
          fill="none"
          stroke={tone}
          strokeWidth={2.5}
        />
      </svg>
      {`${rises ? "+" : "-"}${formatPercent(rises ? basisPoints : -basisPoints)} in 24 h`}
    </div>
  )
}

function PriceLine({ prices }: { prices: readonly number[] }) {
  const { width, height } = CHART
  const [first, last] = [prices[0], prices.at(-1)]
  if (first === undefined || last === undefined) return <div style={{ display: "flex", height }} />
  const line = createPath(prices, width, height)
  const tone = last >= first ? pictureColors.up : pictureColors.down
  return (
    <svg aria-hidden="true" height={height} viewBox={`0 0 ${width} ${height}`} width={width}>
      <path d={`${line}V${height}H0Z`} fill={tone} fillOpacity={0.16} />
      <path d={line} fill="none" stroke={tone} strokeLinejoin="round" strokeWidth={5} />
    </svg>
  )
}

import {
  PictureBrand,
  PictureDisc,
  PictureFrame,
  pictureColors,
  renderPicture,
  toPrintable,
} from "@/components/pictures/frame"
import { shortenAddress } from "@/lib/format"
import { rankOutcomes, statusLabels, toOutcomeName } from "@/lib/markets/labels"
import { formatChance } from "@/lib/markets/probability"
import type { MarketView, Outcome } from "@/lib/markets/schema"

const SHOWN = 3

/** The Open Graph image of a market. */
export function drawPicture(market: MarketView): Promise<ArrayBuffer> {
  const { address, finalOutcome, options, outcomes, status, symbol } = market
  const question = toPrintable(market.name, 110) || shortenAddress(address)
  const ranked = rankOutcomes(outcomes).slice(0, SHOWN)
  return renderPicture(
    <PictureFrame>
      <div style={{ display: "flex", flexDirection: "column", padding: "52px 64px 0", gap: 28 }}>
        <div style={{ display: "flex", alignItems: "flex-start", gap: 28 }}>
          <PictureDisc address={address} symbol={symbol} />
          <div
            style={{
              display: "flex",
              flex: 1,
              fontSize: question.length > 60 ? 40 : 50,
              fontWeight: 600,
              lineHeight: 1.2,
            }}
          >
            {question}
          </div>
          <PictureBrand />
        </div>
      </div>
      <div style={{ display: "flex", flexDirection: "column", padding: "0 64px 52px", gap: 22 }}>
        {finalOutcome === null ? (
          ranked.map((outcome) => <Bar key={outcome.index} outcome={outcome} />)
        ) : (
          <div style={{ display: "flex", fontSize: 64, fontWeight: 600 }}>
            {toPrintable(toOutcomeName(options, finalOutcome), 30)}
          </div>
        )}
        <div style={{ display: "flex", fontSize: 30, color: pictureColors.muted }}>
          {statusLabels[status].name}
        </div>
      </div>
    </PictureFrame>,
  )
}

function Bar({ outcome }: { outcome: Outcome }) {
  const { name, probability } = outcome
  return (
    <div style={{ display: "flex", alignItems: "center", gap: 24 }}>
      <div style={{ display: "flex", width: 150, fontSize: 54, fontWeight: 600 }}>
        {formatChance(outcome)}
      </div>
      <div style={{ display: "flex", flexDirection: "column", flex: 1, gap: 8 }}>
        <div style={{ display: "flex", fontSize: 34 }}>{toPrintable(name, 40)}</div>
        <div style={{ display: "flex", height: 12, borderRadius: 6, background: "#ffffff22" }}>
          <div
            style={{
              width: `${Math.max(1, probability * 100)}%`,
              height: 12,
              borderRadius: 6,
              background: pictureColors.up,
            }}
          />
        </div>
      </div>
    </div>
  )
}

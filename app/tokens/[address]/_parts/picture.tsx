import { readFile } from "node:fs/promises"
import path from "node:path"
import { ImageResponse } from "next/og"
import { letterOf } from "@/components/tokens/token-mark"
import { pathOf } from "@/components/ui/sparkline"
import { percent, shortAddress, usd } from "@/lib/format"
import { findSparklines } from "@/lib/tokens/candles/queries"
import type { TokenView } from "@/lib/tokens/schema"

export const PICTURE = { width: 1200, height: 630 }

const CHART = { width: 1200, height: 280 }

/** Of the dark theme: a picture has no theme of its own. */
const colors = {
  from: "#06191f",
  to: "#0c4352",
  ink: "#f0fafb",
  muted: "#a9cdd5",
  up: "#82d19a",
  down: "#ff9580",
}

/** The picture that previews of a token's page show. */
export async function drawPicture(token: TokenView): Promise<ArrayBuffer> {
  const [courses, fonts] = await Promise.all([findSparklines([token.address], "7d"), readFonts()])
  const course = courses.get(token.address) ?? []
  const picture = new ImageResponse(<Picture course={course} token={token} />, {
    ...PICTURE,
    fonts: [...fonts],
  })
  return picture.arrayBuffer()
}

type PictureProps = { token: TokenView; course: readonly number[] }

function Picture({ token, course }: PictureProps) {
  const name = printable(token.name, 44) || shortAddress(token.address)
  const symbol = printable(token.symbol, 16)
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        background: `linear-gradient(160deg, ${colors.from}, ${colors.to})`,
        color: colors.ink,
        fontFamily: "Geist",
      }}
    >
      <div style={{ display: "flex", flexDirection: "column", padding: "52px 64px 0", gap: 28 }}>
        <div style={{ display: "flex", alignItems: "center", gap: 28 }}>
          <Disc address={token.address} symbol={token.symbol} />
          <div style={{ display: "flex", flexDirection: "column", flex: 1, minWidth: 0 }}>
            <div style={{ display: "flex", fontSize: name.length > 24 ? 44 : 60, fontWeight: 600 }}>
              {name}
            </div>
            {symbol !== "" && (
              <div style={{ display: "flex", fontSize: 32, color: colors.muted }}>{symbol}</div>
            )}
          </div>
          <Brand />
        </div>
        <div style={{ display: "flex", alignItems: "flex-end", gap: 28 }}>
          <div style={{ display: "flex", fontSize: 84, fontWeight: 600, lineHeight: 1 }}>
            {token.priceUsd === null ? "No price yet" : usd(token.priceUsd)}
          </div>
          <Moved basisPoints={token.dayChange} />
        </div>
      </div>
      <Course prices={course} />
    </div>
  )
}

function Disc({ address, symbol }: { address: string; symbol: string }) {
  const hue = Number.parseInt(address.slice(2, 8), 16) % 360
  return (
    <div
      style={{
        width: 116,
        height: 116,
        borderRadius: 58,
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        background: `hsl(${hue}, 45%, 34%)`,
        border: `4px solid hsl(${hue}, 60%, 62%)`,
        fontSize: 56,
        fontWeight: 600,
      }}
    >
      {printable(letterOf(symbol), 1) || shortAddress(address).slice(2, 3).toUpperCase()}
    </div>
  )
}

function Brand() {
  return (
    <div style={{ display: "flex", alignItems: "center", gap: 14, fontSize: 36, fontWeight: 600 }}>
      <svg aria-hidden="true" height={48} viewBox="0 0 32 32" width={48}>
        <path
          d="M22.6 6.7a11.4 11.4 0 1 0 4.6 7.2"
          fill="none"
          stroke="#59cbe0"
          strokeLinecap="round"
          strokeWidth={3.4}
        />
        <circle cx="16" cy="16" fill={colors.up} r="2.5" />
      </svg>
      Atoll
    </div>
  )
}

/** Arrow and sign say the same as the colour. */
function Moved({ basisPoints }: { basisPoints: bigint | null }) {
  if (basisPoints === null) return null
  const rises = basisPoints >= 0n
  const tone = rises ? colors.up : colors.down
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
      {`${rises ? "+" : "-"}${percent(rises ? basisPoints : -basisPoints)} in 24 h`}
    </div>
  )
}

function Course({ prices }: { prices: readonly number[] }) {
  const { width, height } = CHART
  const [first, last] = [prices[0], prices.at(-1)]
  if (first === undefined || last === undefined) return <div style={{ display: "flex", height }} />
  const line = pathOf(prices, width, height)
  const tone = last >= first ? colors.up : colors.down
  return (
    <svg aria-hidden="true" height={height} viewBox={`0 0 ${width} ${height}`} width={width}>
      <path d={`${line}V${height}H0Z`} fill={tone} fillOpacity={0.16} />
      <path d={line} fill="none" stroke={tone} strokeLinejoin="round" strokeWidth={5} />
    </svg>
  )
}

// Latin with its accents, digits, and common punctuation: what the font has for certain. Anything else
// would have the drawing library look for fonts on the network.
const UNKNOWN = /[^\u0020-\u007e\u00a1-\u017f\u2010-\u2027\u20ac]/gu

/** What of a name can be drawn, on one line of at most `max` characters. */
export function printable(text: string, max: number): string {
  const known = text.replace(/\s+/g, " ").replace(UNKNOWN, "").replace(/ +/g, " ").trim()
  return known.length > max ? `${known.slice(0, max - 1)}…` : known
}

let fonts: ReturnType<typeof loadFonts> | undefined

function readFonts() {
  fonts ??= loadFonts()
  return fonts
}

/**
 * Relative to where the server runs: the project, or a standalone build. The paths are written out, so
 * that the build sees the files and takes them along.
 */
async function loadFonts() {
  const [regular, semiBold] = await Promise.all([
    readFile(
      path.join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf"),
    ),
    readFile(
      path.join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf"),
    ),
  ])
  return [
    { name: "Geist", data: regular, weight: 400, style: "normal" },
    { name: "Geist", data: semiBold, weight: 600, style: "normal" },
  ] as const
}

import { readFile } from "node:fs/promises"
import path from "node:path"
import { ImageResponse } from "next/og"
import type { ReactElement, ReactNode } from "react"
import { initialOf } from "@/components/tokens/token-logo"
import { shortenAddress } from "@/lib/format"

export const PICTURE_SIZE = { width: 1200, height: 630 }

/** Colours of the dark theme, because a picture cannot follow the reader's theme. */
export const pictureColors = {
  from: "#06191f",
  to: "#0c4352",
  ink: "#f0fafb",
  muted: "#a9cdd5",
  up: "#82d19a",
  down: "#ff9580",
}

/** Draws a picture for previews of a page. */
export async function renderPicture(picture: ReactElement): Promise<ArrayBuffer> {
  const fonts = await readFonts()
  return new ImageResponse(picture, { ...PICTURE_SIZE, fonts: [...fonts] }).arrayBuffer()
}

/** The background of all pictures. */
export function PictureFrame({ children }: { children: ReactNode }) {
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        background: `linear-gradient(160deg, ${pictureColors.from}, ${pictureColors.to})`,
        color: pictureColors.ink,
        fontFamily: "Geist",
      }}
    >
      {children}
    </div>
  )
}

/** The disc of a token or a market in its own colour. */
export function PictureDisc({ address, symbol }: { address: string; symbol: string }) {
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
      {toPrintable(initialOf(symbol), 1) || shortenAddress(address).slice(2, 3).toUpperCase()}
    </div>
  )
}

type PictureTitleProps = {
  /** Of the disc. */
  address: string
  symbol: string
  name: string
  nameSize: number
  /** Below the name; none when empty. */
  detail: string
  detailSize: number
}

/** The subject of a picture, between its disc and the site's name. */
export function PictureTitle({ address, symbol, ...text }: PictureTitleProps) {
  const { name, nameSize, detail, detailSize } = text
  return (
    <div style={{ display: "flex", alignItems: "center", gap: 28 }}>
      <PictureDisc address={address} symbol={symbol} />
      <div style={{ display: "flex", flexDirection: "column", flex: 1, minWidth: 0 }}>
        <div style={{ display: "flex", fontSize: nameSize, fontWeight: 600 }}>{name}</div>
        {detail !== "" && (
          <div style={{ display: "flex", fontSize: detailSize, color: pictureColors.muted }}>
            {detail}
          </div>
        )}
      </div>
      <PictureBrand />
    </div>
  )
}

/** The mark and the name of the site. */
export function PictureBrand() {
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
        <circle cx="16" cy="16" fill={pictureColors.up} r="2.5" />
      </svg>
      Atoll
    </div>
  )
}

// Latin with its accents, digits, and common punctuation, which the font certainly has. Any other character would make
// the drawing library look for fonts on the network.
const UNPRINTABLE = /[^\u0020-\u007e\u00a1-\u017f\u2010-\u2027\u20ac]/gu

/** The drawable characters of a name, on one line of at most `max` characters. */
export function toPrintable(text: string, max: number): string {
  const printable = text.replace(/\s+/g, " ").replace(UNPRINTABLE, "").replace(/ +/g, " ").trim()
  return printable.length > max ? `${printable.slice(0, max - 1)}…` : printable
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

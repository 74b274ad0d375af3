"use client"

import encodeQR from "qr"

type QrCodeProps = { text: string; label: string }

/** Light cells around the code, which cameras need to find it. */
const QUIET_CELLS = 3

/** A QR code, drawn here: the text goes nowhere. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, "raw", { border: QUIET_CELLS })
  const size = rows.length
  return (
    <svg
      aria-label={label}
      className="size-48 rounded-control bg-white"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={drawDarkCells(rows)} fill="#000" />
    </svg>
  )
}

/** One rectangle for each run of dark cells in a row. */
export function drawDarkCells(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return ""
        const end = row.indexOf(false, x)
        return `M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`
      }),
    )
    .join("")
}

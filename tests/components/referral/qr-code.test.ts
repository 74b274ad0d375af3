import encodeQR from "qr"
import decodeQR from "qr/decode.js"
import { describe, expect, test } from "vitest"
import { drawDarkCells } from "@/components/referral/qr-code"

const CELL = 4

/** The picture that a camera sees of the drawn path. */
function photograph(path: string, size: number) {
  const side = size * CELL
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x = "", y = "", width = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * CELL; row < (Number(y) + 1) * CELL; row++) {
      const start = (row * side + Number(x) * CELL) * 4
      const end = start + Number(width) * CELL * 4
      for (let at = start; at < end; at += 4) data.fill(0, at, at + 3)
    }
  }
  return { width: side, height: side, data }
}

describe("a QR code", () => {
  test.each([
    `https://atoll.example/?ref=0x${"9f".repeat(20)}`,
    `http://localhost:3000/?ref=0x${"0".repeat(40)}`,
  ])("as it is drawn reads %s", (link) => {
    const rows = encodeQR(link, "raw", { border: 3 })
    expect(decodeQR(photograph(drawDarkCells(rows), rows.length))).toBe(link)
  })
})

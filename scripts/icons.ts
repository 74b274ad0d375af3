// Draws the icons of the site from one drawing: node_modules/.bin/tsx scripts/icons.ts
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import sharp from "sharp"

const ROOT = path.resolve(import.meta.dirname, "..")

/** The mark on deep water; `scale` leaves room for platforms that cut a circle out of it. */
function drawIcon({ scale, corner }: { scale: number; corner: number }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Atoll</title>
  <defs>
    <linearGradient id="water" x1="0" x2="1" y1="0" y2="1">
      <stop offset="0" stop-color="#0a5566"/>
      <stop offset="1" stop-color="#04222e"/>
    </linearGradient>
  </defs>
  <rect width="32" height="32" rx="${corner}" fill="url(#water)"/>
  <g transform="translate(16 16) scale(${scale}) translate(-16 -16)" fill="none" stroke-linecap="round">
    <path d="M22.6 6.7a11.4 11.4 0 1 0 4.6 7.2" stroke="#59cbe0" stroke-width="3.4"/>
    <path d="M20.2 11.7a6 6 0 1 0 1.6 5.6" stroke="#59cbe0" stroke-opacity=".5" stroke-width="2"/>
    <circle cx="16" cy="16" r="2.5" fill="#82d19a"/>
  </g>
</svg>
`
}

const rounded = drawIcon({ scale: 0.74, corner: 7 })
const square = drawIcon({ scale: 0.74, corner: 0 })
const maskable = drawIcon({ scale: 0.58, corner: 0 })

const files = [
  { name: "icons/192.png", svg: rounded, size: 192 },
  { name: "icons/512.png", svg: rounded, size: 512 },
  { name: "icons/maskable-512.png", svg: maskable, size: 512 },
  { name: "icons/apple-touch.png", svg: square, size: 180 },
  { name: "icons/32.png", svg: rounded, size: 32 },
]

mkdirSync(path.join(ROOT, "public/icons"), { recursive: true })
writeFileSync(path.join(ROOT, "public/icon.svg"), rounded)
for (const { name, svg, size } of files) {
  await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(ROOT, "public", name))
}
const small = readFileSync(path.join(ROOT, "public/icons/32.png"))
writeFileSync(path.join(ROOT, "public/favicon.ico"), encodeIco(small, 32))
console.log(`${files.length} icons drawn`)

/** The file that browsers request on their own: an ICO file around one PNG. */
function encodeIco(png: Buffer, size: number) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

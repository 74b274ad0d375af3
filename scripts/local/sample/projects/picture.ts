import sharp from "sharp"
import { z } from "zod"

const SIDE = 512

/** The outer edge stays empty for pages that round it off. */
const motifs = {
  bars: () =>
    [150, 230, 190, 300]
      .map((height, at) => box(104 + at * 80, 400 - height, 56, height, 12))
      .join(""),
  board: () =>
    [...Array(16).keys()]
      .filter((cell) => (cell + Math.floor(cell / 4)) % 2 === 0)
      .map((cell) => box(112 + (cell % 4) * 72, 112 + Math.floor(cell / 4) * 72, 72, 72, 6))
      .join(""),
  bridge: () =>
    `${line("M64 330 H448", 26)}${line("M160 330 V150 M352 330 V150", 22)}${line("M64 300 Q160 170 256 290 Q352 170 448 300", 14)}`,
  depth: () =>
    [0, 1, 2, 3]
      .map((at) => line(`M${96 + at * 40} ${140 + at * 72} H${416 - at * 40}`, 30))
      .join(""),
  drops: () =>
    [
      [176, 150],
      [312, 190],
      [236, 300],
    ]
      .map(([x = 0, y = 0]) => path(`M${x} ${y} q52 74 0 106 q-52 -32 0 -106 z`))
      .join(""),
  leaf: () =>
    `${path("M128 384 Q112 160 384 128 Q400 352 128 384 Z")}<path d="M128 384 L320 192" stroke="#0003" stroke-width="16" stroke-linecap="round"/>`,
  notes: () =>
    `${ring(190, 356, 44, true)}${ring(350, 320, 44, true)}${line("M222 352 V160 L382 124 V316", 24)}`,
  peaks: () => path("M64 400 L200 152 L272 280 L328 204 L448 400 Z"),
  rings: () => `${ring(256, 256, 52, true)}${ring(256, 256, 118)}${ring(256, 256, 176)}`,
  sail: () =>
    `${path("M248 104 V344 H112 Z")}${path("M272 160 V344 H384 Z")}${line("M96 388 H416", 26)}`,
  shield: () => path("M256 96 L400 144 V264 Q392 372 256 424 Q120 372 112 264 V144 Z"),
  sun: () =>
    `${ring(256, 256, 86, true)}${[...Array(8).keys()]
      .map((at) => `<g transform="rotate(${at * 45} 256 256)">${line("M256 132 V96", 24)}</g>`)
      .join("")}`,
  swirl: () => line("M256 256 q44 -44 78 0 q20 88 -78 108 q-132 4 -132 -120 q12 -150 156 -150", 30),
  track: () =>
    [0, 1, 2]
      .map((at) => {
        const inset = at * 46
        const rest = `fill="none" stroke="#fff" stroke-width="18"`
        return `<rect x="${88 + inset}" y="${136 + inset}" width="${336 - inset * 2}" height="${240 - inset * 2}" rx="${120 - inset}" ${rest}/>`
      })
      .join(""),
  wave: () =>
    [0, 1, 2].map((at) => line(`M72 ${180 + at * 84} q46 -60 92 0 t92 0 t92 0 t92 0`, 28)).join(""),
} as const satisfies Record<string, () => string>

type Motif = keyof typeof motifs

/** The name of a motif. */
export const motifSchema = z.custom<Motif>((name) => Object.hasOwn(motifs, String(name)))

/** A picture as a creator might upload it: a motif in white on a field of its colour. */
export async function drawPicture(motif: Motif, hue: number): Promise<Uint8Array<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">
    <defs><linearGradient id="field" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue}, 58%, 46%)"/>
      <stop offset="1" stop-color="hsl(${(hue + 32) % 360}, 62%, 26%)"/>
    </linearGradient></defs>
    <rect width="${SIDE}" height="${SIDE}" fill="url(#field)"/>${motifs[motif]()}</svg>`
  return Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer())
}

function box(x: number, y: number, width: number, height: number, radius: number) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="#fff"/>`
}

function path(d: string) {
  return `<path d="${d}" fill="#fff"/>`
}

function line(d: string, width: number) {
  return `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

function ring(x: number, y: number, radius: number, isFull = false) {
  const style = isFull ? `fill="#fff"` : `fill="none" stroke="#fff" stroke-width="20"`
  return `<circle cx="${x}" cy="${y}" r="${radius}" ${style}/>`
}

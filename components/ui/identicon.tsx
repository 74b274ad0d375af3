import { ADDRESS_PATTERN } from "@/lib/address"

const CELLS = 5
const CELL = 6

/** A mirrored pattern derived from the address. */
export function Identicon({ address, size = 20 }: { address: string; size?: number }) {
  const { hue, cells } = createPattern(address)
  const side = CELLS * CELL
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 rounded-full"
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      width={size}
    >
      <rect fill={`hsl(${hue} 42% 30%)`} height={side} width={side} />
      <path d={createPath(cells)} fill={`hsl(${(hue + 40) % 360} 62% 70%)`} />
    </svg>
  )
}

/** All cells as one shape, a tenth as long as an element for each. */
const createPath = (cells: Pattern["cells"]) =>
  cells.map(([x, y]) => `M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`).join("")

type Pattern = ReturnType<typeof createPattern>

/** The left half comes from the address's bits; the right half mirrors it. */
export function createPattern(address: string) {
  const bits = BigInt(ADDRESS_PATTERN.test(address) ? address : "0x0")
  const hue = Number((bits >> 24n) % 360n)
  const cells: [x: number, y: number][] = []
  for (let y = 0; y < CELLS; y++) {
    for (let x = 0; x < 3; x++) {
      if (((bits >> BigInt(y * 3 + x)) & 1n) === 0n) continue
      cells.push([x, y])
      if (x < 2) cells.push([CELLS - 1 - x, y])
    }
  }
  return { hue, cells }
}

import type { CSSProperties } from "react"
import { ADDRESS_PATTERN } from "@/lib/address"

const CELLS = 5

/** A mirrored pattern derived from the address. */
export function Identicon({ address, size = 20 }: { address: string; size?: number }) {
  const { hue, cells } = createPattern(address)
  const style: CSSProperties & Record<"--hue", number> = { "--hue": hue }
  return (
    <svg
      aria-hidden="true"
      className="identicon"
      height={size}
      style={style}
      // Lines run through the middle of their cells.
      viewBox={`0 -.5 ${CELLS} ${CELLS}`}
      width={size}
    >
      <path d={createPath(cells)} />
    </svg>
  )
}

/** Draws all cells as lines, joining neighbours: the path is a twentieth as long as one element per cell. */
function createPath(cells: Pattern["cells"]) {
  const filled = new Set(cells.map(([x, y]) => `${x}.${y}`))
  const isFilled = (x: number, y: number) => filled.has(`${x}.${y}`)
  return cells
    .filter(([x, y]) => !isFilled(x - 1, y))
    .map(([x, y]) => {
      let end = x + 1
      while (isFilled(end, y)) end += 1
      return `M${x} ${y}h${end - x}`
    })
    .join("")
}

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

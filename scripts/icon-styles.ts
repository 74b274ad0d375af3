// node scripts/run.mjs scripts/icon-styles.ts: writes app/icons.svg, the shapes of all icons, and app/icons.css.
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { z } from "zod"
import { lucideNames } from "@/components/ui/icon-names"

const folder = path.resolve(import.meta.dirname, "../app")

/** Units of a shape: Lucide draws in a square of 24. */
const SIZE = 24
/** From one shape to the next: a gap, so that no neighbour shows at the edge of a scaled one. */
const STEP = 32

const iconSet = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) })
const { icons } = iconSet.parse(createRequire(import.meta.url)("@iconify-json/lucide/icons.json"))

/** An attribute that the picture has once for all shapes. */
const SHARED_ATTRIBUTE =
  / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin|width)="[^"]*")/g

/**
 * One picture with all shapes in a row, and a style sheet with the place of each icon in it. A separate picture per
 * icon would cost a phone 4 to 10 ms a shape, because the browser makes a document of each SVG picture. The picture is
 * a separate file: inside the style sheet it would be decoded before the first paint, 75 ms of a phone.
 */
export function createIcons() {
  const names = Object.entries(lucideNames)
  const shapes = names.map(([, lucide], place) => {
    const shape = drawIcon(lucide)
    return place === 0 ? shape : `<g transform='translate(${place * STEP})'>${shape}</g>`
  })
  const width = names.length * STEP
  // Percentages of a position are relative to the difference between the widths of picture and icon.
  const rules = names.map(
    ([name], place) =>
      `\n.i-${name} {\n  --at: ${round((100 * place * STEP) / (width - SIZE))}%;\n}\n`,
  )
  return {
    picture: drawPicture(width, shapes.join("")),
    styles: frame(round((100 * width) / SIZE)) + rules.join(""),
  }
}

const frame = (width: number) => `/* Written by scripts/icon-styles.ts; shapes by Lucide (ISC). */
.icon,
.change::before {
  flex-shrink: 0;
  background-color: currentColor;
  forced-color-adjust: none;
  mask: url("./icons.svg") var(--at) 0 / ${width}% 100% no-repeat;
  print-color-adjust: exact;
}

@media (forced-colors: active) {
  .icon,
  .change::before {
    background-color: CanvasText;
  }
}
`

const round = (value: number) => Number(value.toFixed(4))

const drawPicture = (width: number, shapes: string) =>
  `<svg aria-hidden='true' xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${SIZE}' fill='none' stroke='black' ` +
  `stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'>${shapes}</svg>`

function drawIcon(name: string) {
  const icon = icons[name]
  if (!icon) throw new Error(`Lucide has no icon ${name}`)
  return icon.body.replaceAll(SHARED_ATTRIBUTE, "").replaceAll('"', "'")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { picture, styles } = createIcons()
  writeFileSync(path.join(folder, "icons.svg"), picture)
  writeFileSync(path.join(folder, "icons.css"), styles)
}

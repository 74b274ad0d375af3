// node scripts/run.mjs scripts/icon-styles.ts: writes app/icons.svg, the shapes of all icons, and app/icons.css.
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { z } from "zod"
import { lucideNames } from "@/components/ui/icon-names"

const require = createRequire(import.meta.url)
const folder = path.resolve(import.meta.dirname, "../app")

/** Units of a shape: Lucide draws in a square of 24. */
const SIZE = 24
/** From one shape to the next: a gap, so that no neighbour shows at the edge of a scaled one. */
const STEP = 32

const lucideFile = z.object({
  __iconData: z.object({ node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])) }),
})

/**
 * One picture of all shapes in a row, and a style sheet with the place of each icon in it. A picture for each icon would
 * cost a phone 4 to 10 ms a shape, as the browser makes a document of each SVG picture. The picture is a file of its own:
 * in the style sheet it would be made before the first paint, 75 ms of a phone.
 */
export async function createIcons() {
  const names = Object.entries(lucideNames)
  const shapes = await Promise.all(
    names.map(async ([, lucide], place) => {
      const shape = await drawIcon(lucide)
      return place === 0 ? shape : `<g transform='translate(${place * STEP})'>${shape}</g>`
    }),
  )
  const width = names.length * STEP
  // Percentages of a position are of what the picture is wider than the icon.
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

async function drawIcon(lucide: string) {
  const folder = path.dirname(require.resolve("lucide-react/package.json"))
  const file = path.join(folder, `dist/esm/icons/${lucide}.mjs`)
  const { __iconData: icon } = lucideFile.parse(await import(pathToFileURL(file).href))
  return icon.node
    .map(([tag, { key, ...attributes }]) => {
      const text = Object.entries(attributes).map(([name, value]) => ` ${name}='${value}'`)
      return `<${tag}${text.join("")}/>`
    })
    .join("")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { picture, styles } = await createIcons()
  writeFileSync(path.join(folder, "icons.svg"), picture)
  writeFileSync(path.join(folder, "icons.css"), styles)
}

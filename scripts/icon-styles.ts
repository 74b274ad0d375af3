// node scripts/run.mjs scripts/icon-styles.ts: writes app/icons.css, the shapes of all icons.
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { z } from "zod"
import { lucideNames } from "@/components/ui/icon-names"

const require = createRequire(import.meta.url)
const styleSheet = path.resolve(import.meta.dirname, "../app/icons.css")

/** Units of a shape: Lucide draws in a square of 24. */
const SIZE = 24
/** From one shape to the next: a gap, so that no neighbour shows at the edge of a scaled one. */
const STEP = 32

const lucideFile = z.object({
  __iconData: z.object({ node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])) }),
})

/**
 * The style sheet: one picture of all shapes in a row, and for each icon its place in it. A picture for each icon would
 * cost a phone 4 to 10 ms a shape, as the browser makes a document of each SVG picture.
 */
export async function createIconStyles() {
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
  return (
    frame(encode(picture(width, shapes.join(""))), round((100 * width) / SIZE)) + rules.join("")
  )
}

const frame = (
  encoded: string,
  width: number,
) => `/* Written by scripts/icon-styles.ts; shapes by Lucide (ISC). */
:root {
  --icons: url("data:image/svg+xml,${encoded}");
}

.icon,
.change::before {
  flex-shrink: 0;
  background-color: currentColor;
  forced-color-adjust: none;
  mask: var(--icons) var(--at) 0 / ${width}% 100% no-repeat;
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

const picture = (width: number, shapes: string) =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${SIZE}' fill='none' stroke='black' ` +
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

/** For a URL in double quotes. */
const encode = (svg: string) =>
  svg.replaceAll("%", "%25").replaceAll("#", "%23").replaceAll("<", "%3C").replaceAll(">", "%3E")

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(styleSheet, await createIconStyles())
}

// node scripts/run.mjs scripts/icon-styles.ts: writes app/icons.css, the shapes of all icons.
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { z } from "zod"
import { lucideNames } from "@/components/ui/icon-names"

const require = createRequire(import.meta.url)
const styleSheet = path.resolve(import.meta.dirname, "../app/icons.css")

const FRAME = `/* Written by scripts/icon-styles.ts; shapes by Lucide (ISC). */
.icon {
  flex-shrink: 0;
  background-color: currentColor;
  forced-color-adjust: none;
  -webkit-mask: var(--shape) center / contain no-repeat;
  mask: var(--shape) center / contain no-repeat;
  print-color-adjust: exact;
}

@media (forced-colors: active) {
  .icon {
    background-color: CanvasText;
  }
}
`

const lucideFile = z.object({
  __iconData: z.object({ node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])) }),
})

/** The style sheet: one rule for an icon, with its picture in it. */
export async function createIconStyles() {
  const rules = await Promise.all(
    Object.entries(lucideNames).map(
      async ([name, lucide]) =>
        `\n.i-${name} {\n  --shape: url("data:image/svg+xml,${await drawIcon(lucide)}");\n}\n`,
    ),
  )
  return FRAME + rules.join("")
}

async function drawIcon(lucide: string) {
  const folder = path.dirname(require.resolve("lucide-react/package.json"))
  const file = path.join(folder, `dist/esm/icons/${lucide}.mjs`)
  const { __iconData: icon } = lucideFile.parse(await import(pathToFileURL(file).href))
  const shapes = icon.node.map(([tag, { key, ...attributes }]) => {
    const text = Object.entries(attributes).map(([name, value]) => ` ${name}='${value}'`)
    return `<${tag}${text.join("")}/>`
  })
  const picture =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' " +
    "stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'>" +
    `${shapes.join("")}</svg>`
  return picture
    .replaceAll("%", "%25")
    .replaceAll("#", "%23")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(styleSheet, await createIconStyles())
}

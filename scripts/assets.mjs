// node scripts/assets.mjs: what the app takes from packages as files. The fonts, and under public/reference
// what the API reference at /docs loads.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { makeFonts } from "./fonts.mjs"

const FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "LICENSE"]

/** Makes what is missing or of another version. */
export async function prepareAssets() {
  copyReference()
  await makeFonts()
}

function copyReference() {
  const from = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
  const to = path.resolve(import.meta.dirname, "../public/reference")
  mkdirSync(to, { recursive: true })
  for (const file of FILES) {
    const source = path.join(from, file)
    const target = path.join(to, file)
    if (existsSync(target) && readFileSync(target).equals(readFileSync(source))) continue
    copyFileSync(source, target)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await prepareAssets()

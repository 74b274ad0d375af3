// node scripts/assets.mjs: files that the app takes from packages, which are the fonts.
import { rmSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { makeFonts } from "./fonts.mjs"

/** Makes missing and outdated files. */
export async function prepareAssets() {
  // Clones of before 2026-11-24 have a reader of the API reference there.
  rmSync(path.resolve(import.meta.dirname, "../public/reference"), { recursive: true, force: true })
  await makeFonts()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await prepareAssets()

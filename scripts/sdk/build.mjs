// node scripts/sdk/build.mjs: builds the package of sdk/ into sdk/dist, and writes the generated part of sdk/python.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { build } from "esbuild"
import generate from "../generate/generate.mjs"

const root = path.resolve(import.meta.dirname, "../..")
const sdk = path.join(root, "sdk")
const dist = path.join(sdk, "dist")

await generate()
rmSync(dist, { recursive: true, force: true })
await build({
  entryPoints: {
    client: path.join(sdk, "src/client.ts"),
    signing: path.join(sdk, "src/signing.ts"),
    cli: path.join(sdk, "src/cli/main.ts"),
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  packages: "external",
  external: ["node:*"],
})
writeTypes()

function writeTypes() {
  const tsc = path.join(root, "node_modules/typescript-native/bin/tsc")
  const run = spawnSync(process.execPath, [tsc, "-p", sdk], { cwd: root, encoding: "utf8" })
  if (run.status !== 0) throw new Error(`The types of the SDK cannot be made:\n${run.stdout}`)
  const types = path.join(dist, "types")
  for (const file of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".d.ts")) completePaths(path.join(types, file))
  }
}

/**
 * Node resolves no path without its ending; the sources have none.
 * @param {string} file
 */
function completePaths(file) {
  const text = readFileSync(file, "utf8")
  const complete = text.replace(/(from |import\()"(\.[^"]+)"/g, (_, before, target) => {
    if (!existsSync(path.resolve(path.dirname(file), `${target}.d.ts`))) {
      throw new Error(`${file} names ${target}, which is not there`)
    }
    return `${before}"${target}.js"`
  })
  writeFileSync(file, complete)
}

// Bundles the programs of `npm start` itself, which then load in a quarter of the time that their sources take. Plain
// JavaScript is left as it is: what the start has already loaded is not there twice.
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "..")
const FOLDER = path.join(root, ".data/programs")

export const LOCAL_PROGRAMS = {
  start: "scripts/local/start-environment.ts",
  feeder: "scripts/local/feeder.ts",
  activity: "scripts/local/activity.ts",
}

/**
 * Names the folder of the newest bundles and the digest of each file that they were made of.
 * @param {string} folder
 */
const recordOf = (folder) => path.join(folder, "bundled.json")

/**
 * The bundle of a program; undefined where there is none, or it was made of other sources.
 * @param {keyof typeof LOCAL_PROGRAMS} name
 * @returns {string | undefined}
 */
export function findLocalBundle(name, folder = FOLDER) {
  const known = readRecord(folder)
  if (!known || known.node !== process.version) return
  const isSame = Object.entries(known.sources).every(([file, digest]) => digestOf(file) === digest)
  const bundle = path.join(folder, known.name, `${name}.mjs`)
  return isSame && existsSync(bundle) ? bundle : undefined
}

/**
 * @param {string} folder
 * @returns {{ name: string, node: string, sources: Record<string, string> } | undefined}
 */
function readRecord(folder) {
  try {
    return JSON.parse(readFileSync(recordOf(folder), "utf8"))
  } catch {
    return undefined
  }
}

/** @param {string} file below the root */
function digestOf(file) {
  const whole = path.join(root, file)
  return existsSync(whole) ? createHash("sha256").update(readFileSync(whole)).digest("hex") : ""
}

/** Makes them, for the next start. Former ones go: no other start is running where this one has the lock. */
export async function bundleLocalPrograms(folder = FOLDER) {
  const { bundle } = await import("./bundle-program.mjs")
  mkdirSync(folder, { recursive: true })
  const name = `${Date.now()}`
  const { metafile } = await bundle({
    entryPoints: LOCAL_PROGRAMS,
    outdir: path.join(folder, name),
    outExtension: { ".js": ".mjs" },
    splitting: true,
    metafile: true,
    plugins: [plainScripts, placeOfSources],
  })
  const files = Object.keys(metafile?.inputs ?? {}).filter((file) => !file.includes("node_modules"))
  const sources = Object.fromEntries(
    [...files, "package-lock.json"].map((file) => [file, digestOf(file)]),
  )
  const record = recordOf(folder)
  writeFileSync(`${record}.new`, JSON.stringify({ name, node: process.version, sources }))
  renameSync(`${record}.new`, record)
  for (const other of readdirSync(folder, { withFileTypes: true })) {
    if (other.isDirectory() && other.name !== name) {
      rmSync(path.join(folder, other.name), { recursive: true })
    }
  }
}

/** @type {import("esbuild").Plugin} */
const plainScripts = {
  name: "plain scripts",
  setup(build) {
    build.onResolve({ filter: /^(\.|@\/scripts\/).*\.mjs$/ }, ({ path: name, resolveDir }) => {
      const file = name.startsWith("@/")
        ? path.join(root, name.slice(2))
        : path.join(resolveDir, name)
      if (!file.startsWith(path.join(root, "scripts"))) return
      return { path: pathToFileURL(file).href, external: true }
    })
  },
}

/** A source that asks where it lies is told where it does, not its bundle. */
/** @type {import("esbuild").Plugin} */
const placeOfSources = {
  name: "place of sources",
  setup(build) {
    build.onLoad({ filter: /[\\/]scripts[\\/].*\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replaceAll(
        "import.meta.dirname",
        JSON.stringify(path.dirname(file)),
      ),
      loader: "ts",
    }))
  },
}

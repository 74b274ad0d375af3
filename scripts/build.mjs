// node scripts/build.mjs: builds the app for production when its sources changed since the last time.
import { createHash } from "node:crypto"
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { execa } from "execa"
import { bundlePrograms, PROGRAMS } from "./bundle-program.mjs"
import { bundleServer } from "./bundle-server.mjs"
import generate from "./generate/generate.mjs"
import { UserError } from "./local/report.mjs"
import { packSdk } from "./sdk/pack.mjs"

const root = path.resolve(import.meta.dirname, "..")

/** Everything that ends up in the app or decides how it is built. */
const SOURCES = [
  "app",
  "components",
  "content",
  "contracts/bytecode",
  "lib",
  "prisma",
  "public",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "instrumentation-node.ts",
  "proxy.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/bundle-program.mjs",
  "scripts/bundle-server.mjs",
  ...Object.values(PROGRAMS),
  "scripts/database",
  "server",
]

/**
 * @typedef {{ distDir: string, keepsCache: boolean, progress: (detail: string) => void,
 *   track?: (child: { pid?: number }) => void }} BuildOptions
 */

/**
 * Builds into `distDir` unless its build came from the same sources. Returns the server's file and whether anything
 * was built. With `keepsCache` the next build compiles only changes. `track` receives the building process.
 * @param {Partial<BuildOptions>} [options]
 */
export async function buildApp({
  distDir = ".next",
  keepsCache = false,
  progress = () => {},
  track,
} = {}) {
  await generate()
  const out = path.join(root, distDir)
  const server = path.join(out, "standalone/server.js")
  const stamp = path.join(out, "standalone/sources.sha256")
  const digest = digestSources()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) {
    await provideSdk(out)
    return { server, built: false }
  }
  rmSync(stamp, { force: true })
  if (!keepsCache) rmSync(path.join(out, "cache"), { recursive: true, force: true })
  await next({ distDir, keepsCache, progress, track })
  // Our server in place of the generated one.
  await bundleServer(path.join(out, "standalone"))
  await bundlePrograms(path.join(out, "standalone"))
  cpSync(path.join(root, "prisma/migrations"), path.join(out, "standalone/migrations"), {
    recursive: true,
  })
  writeFileSync(
    server,
    `process.env.NEXT_DIST_DIR = ${JSON.stringify(distDir)}\nimport("./app-server.mjs")\n`,
  )
  cpSync(path.join(root, "next.config.mjs"), path.join(out, "standalone/next.config.mjs"))
  // The standalone server serves these itself, and Next leaves copying them to us.
  // Their entity tags are made of the time.
  const options = { recursive: true, preserveTimestamps: true }
  cpSync(path.join(out, "static"), path.join(out, "standalone", distDir, "static"), options)
  if (existsSync(path.join(root, "public"))) {
    cpSync(path.join(root, "public"), path.join(out, "standalone/public"), options)
  }
  await provideSdk(out)
  writeFileSync(stamp, digest)
  return { server, built: true }
}

/**
 * The packages of the SDK, which the app serves below /sdk. It runs without them.
 * @param {string} out the folder of the build
 */
async function provideSdk(out) {
  try {
    await packSdk(path.join(out, "standalone/public/sdk"))
  } catch (error) {
    console.error(error)
  }
}

function digestSources() {
  const hash = createHash("sha256").update(process.version)
  for (const source of SOURCES) {
    for (const file of filesOf(path.join(root, source))) {
      hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file))
    }
  }
  return hash.digest("hex")
}

/**
 * @param {string} place a file, a folder or nothing
 * @returns {string[]}
 */
function filesOf(place) {
  if (!existsSync(place)) return []
  try {
    return readdirSync(place)
      .sort()
      .flatMap((name) => filesOf(path.join(place, name)))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return [place]
    throw error
  }
}

/** @param {BuildOptions} options */
async function next({ distDir, keepsCache, progress, track }) {
  const cli = createRequire(import.meta.url).resolve("next/dist/bin/next")
  // Without what comes after compiling: it loads each page and route and tries to render the pages beforehand, which
  // need a database.
  const args = [cli, "build", "--experimental-build-mode", "compile"]
  const child = execa(process.execPath, args, {
    ...{ cwd: root, stdin: "ignore", all: true, reject: false, detached: true },
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_DIST_DIR: distDir,
      NEXT_BUILD_CACHE: keepsCache ? "on" : "off",
      NEXT_MINIFY_SERVER: "off",
      NEXT_OUTPUT: "standalone",
    },
  })
  track?.(child)
  for await (const line of child.iterable({ from: "all" })) {
    if (/^\s*(Creating|Running|Collecting|Generating|Finali)/.test(line)) {
      progress(line.trim().replace(/ \.\.\.$/, ""))
    }
  }
  const { all, signal, exitCode, failed } = await child
  if (!failed) return
  throw new UserError(
    `${all.slice(-8_000).trim()}\n\nThe app could not be built: next build ended with ${signal ?? `code ${exitCode}`}.`,
    "Correct what it names above, then start again.",
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { built } = await buildApp({ progress: console.log })
  console.log(built ? "The app is built" : "The app is up to date")
}

// lib/generated/openapi.json: the OpenAPI document, from the contracts that the route files under app/ carry.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { execa } from "execa"
import { digestOf, read, root, writeWhole } from "./files.mjs"

export const DOCUMENT = path.join(root, "lib/generated/openapi.json")
/** Names the files that the document was made of, and has their digest. */
const STAMP = path.join(root, "lib/generated/openapi.stamp.json")
const DECIDING = ["package-lock.json", "scripts/generate/openapi.mjs"]

/**
 * Public routes. Those under api/internal serve our own pages, agent.json is the former name of the agent card; the rest
 * are feeds, calendars and the sitemap.
 */
const PUBLIC =
  /^(api(?!\/internal\/)|portfolio|contracts\.json|llms\.txt|llms-full\.txt|\.well-known\/agent-card\.json|ipfs)\/(.*\/)?route\.ts$/

/** Route files of public paths, from app/. */
export const listRoutes = () =>
  readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => PUBLIC.test(file))
    .sort()

export function isCurrent() {
  const stamp = read(STAMP)
  if (!stamp) return false
  const { inputs, digest } = JSON.parse(stamp.toString())
  return digest === digestOf([...DECIDING, ...inputs], listRoutes())
}

export async function make() {
  const routes = listRoutes()
  const { program, inputs } = await bundleRoutes(routes)
  const digest = digestOf([...DECIDING, ...inputs], routes)
  writeWhole(DOCUMENT, await run(program))
  writeWhole(STAMP, JSON.stringify({ inputs, digest }))
}

/**
 * A program that prints the document, and the list of our files in it. Bundled into one file it starts twice as fast
 * as from the sources.
 * @param {readonly string[]} routes
 */
async function bundleRoutes(routes) {
  const imports = routes.map((file, index) => `import * as route${index} from "./app/${file}"`)
  const entries = routes.map((file, index) => `[${JSON.stringify(file)}, route${index}]`)
  // Loaded when needed, as everywhere here: mostly nothing is.
  const { build } = await import("esbuild")
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `${imports.join("\n")}
import { openApiText } from "./scripts/generate/openapi-text"
process.stdout.write(openApiText([${entries.join(", ")}]))`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    plugins: [withoutDocument],
    logLevel: "error",
  })
  const inputs = Object.keys(metafile.inputs).filter((file) => !/^<|node_modules|:/.test(file))
  return { program: outputFiles[0]?.text ?? "", inputs }
}

/**
 * Some routes answer from the document; none describes itself by it.
 * @type {import("esbuild").Plugin}
 */
const withoutDocument = {
  name: "without document",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/generated\/openapi\.json$/ }, ({ path: name }) => ({
      path: name,
      namespace: "document",
    }))
    onLoad({ filter: /.*/, namespace: "document" }, () => ({ contents: "{}", loader: "json" }))
  },
}

/** @param {string} program */
async function run(program) {
  const folder = path.join(root, ".data/generate")
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `openapi-${process.pid}.mjs`)
  writeFileSync(file, program)
  try {
    // Like Next when it loads route files; `server-only` refuses any other condition.
    const { stdout } = await execa(process.execPath, ["--conditions=react-server", file], {
      ...{ cwd: root, stdin: "ignore", stripFinalNewline: false },
    })
    return stdout
  } finally {
    rmSync(file)
  }
}

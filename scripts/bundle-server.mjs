// Bundles our HTTP server with the route files of the app, which it answers without Next.
import { readdirSync } from "node:fs"
import path from "node:path"
import { findCommit } from "../next.config.mjs"
import { bundle, EXTERNAL } from "./bundle-program.mjs"

const root = path.resolve(import.meta.dirname, "..")

/**
 * The route files of the app by their path, as the file tree says it. The bare path of a catch-all stays with Next,
 * where the proxy counts it as a page.
 * @returns {[pattern: string, file: string][]}
 */
export function listRoutes() {
  return readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    .sort()
    .map((file) => [
      `/${path.posix.dirname(file)}`.replace("[[...path]]", "[...path]"),
      `@/app/${file}`,
    ])
}

/** The text of the module that `bundleServer` starts from. */
function serverSource() {
  const table = listRoutes()
    .map(([pattern, file]) => `["${pattern}", () => import("${file}")],\n`)
    .join("")
  return `import { run } from "@/server/main"
await run({ dir: import.meta.dirname, routes: [${table}] })
`
}

/**
 * Writes `app-server.mjs`, which serves the build of the folder, and beside it a folder with what its routes load when
 * they are first asked for.
 * @param {string} folder where the server goes
 */
export async function bundleServer(folder) {
  await bundle({
    stdin: { contents: serverSource(), resolveDir: root, loader: "ts" },
    outdir: folder,
    entryNames: "app-server",
    chunkNames: "app-server/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    splitting: true,
    external: [...EXTERNAL, "next"],
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.ATOLL_COMMIT": JSON.stringify(findCommit()),
    },
  })
}

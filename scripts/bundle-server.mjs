// Bundles our HTTP server with the route files of the app, which it answers without Next.
import { readdirSync } from "node:fs"
import path from "node:path"
import { bundle } from "./bundle-program.mjs"

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
  const routes = listRoutes()
  const table = routes
    .map(([pattern, file]) => `["${pattern}", () => import("${file}")],\n`)
    .join("")
  return `import { createAppServer } from "@/lib/server/app-server"
import { closeFeed } from "@/lib/live/feed"
import { getHub } from "@/lib/streams/hub"
export function closeStreams() {
  closeFeed()
  getHub().close()
}
export const createServer = (handle) => createAppServer(handle, [${table}])
`
}

/**
 * Writes `app-server.mjs`, and beside it a folder with the code that its routes load on their first request.
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
    define: { "process.env.NODE_ENV": '"production"' },
  })
}

// A page that never changes, from plain node:http: what the pages of the bench are compared with.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import path from "node:path"

const folder = process.env.BENCH_PAGES
if (!folder) throw new Error("BENCH_PAGES is missing")
const pages = new Map<string, Buffer>()

createServer((request, response) => {
  const name = (request.url ?? "/").slice(1)
  if (name === "") return response.end()
  const page = pages.get(name) ?? readFileSync(path.join(folder, name))
  pages.set(name, page)
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Encoding": "br",
    "Content-Length": page.length,
  })
  return response.end(page)
}).listen(Number(process.env.PORT), "127.0.0.1")

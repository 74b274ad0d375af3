import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { compileFunction } from "node:vm"
import { expect, test } from "vitest"
import { pruneData } from "@/lib/pages/flight"

type Client = {
  createFromReadableStream: (data: ReadableStream, options: object) => PromiseLike<unknown>
}

/** What the pages of a build have. */
const CLIENT =
  "next/dist/compiled/react-server-dom-turbopack/cjs/react-server-dom-turbopack-client.browser.production.js"

/** Of a component, which loads for a while. */
const loadSoon = () => new Promise<void>((resolve) => setTimeout(resolve, 20))
const loadNever = () => new Promise<void>(() => {})

function readClient(loadFile: () => Promise<void>) {
  const require = createRequire(import.meta.url)
  const client: Partial<Client> = {}
  const values = {
    require: createRequire(require.resolve(CLIENT)),
    exports: client,
    __turbopack_load_by_url__: loadFile,
    __turbopack_require__: (id: string) => ({ [id]: `component ${id}` }),
  }
  compileFunction(
    readFileSync(require.resolve(CLIENT), "utf8"),
    Object.keys(values),
  )(...Object.values(values))
  if (!client.createFromReadableStream) throw new Error("React's client has another form")
  return client.createFromReadableStream
}

/** What React makes of the data. */
function readData(data: string, loadFile = loadSoon) {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(data))
      controller.close()
    },
  })
  return resolveLazy(readClient(loadFile)(stream, {}))
}

async function resolveLazy(given: unknown): Promise<unknown> {
  const value = await given
  if (typeof value !== "object" || value === null) return value
  if ("_payload" in value) return resolveLazy(value._payload)
  if (Array.isArray(value)) return Promise.all(value.map(resolveLazy))
  const entries = Object.entries(value).map(async ([key, item]) => [key, await resolveLazy(item)])
  return Object.fromEntries(await Promise.all(entries))
}

const element = (type: string, props: unknown) => ["$", type, null, props]
const row = (id: string, value: unknown) => `${id}:${JSON.stringify(value)}\n`

const CLASSES = "inline-flex min-h-11 items-center text-muted"
const items = Array.from({ length: 6 }, () => element("i", { className: CLASSES, children: "a" }))
const FILES = '9:"/a.js"\n'
const PAGE = [
  FILES,
  '2:I["ServerMarkup",["$9"],"ServerMarkup"]\n',
  row("0", [...items, element("$L2", { className: CLASSES, children: "$La" }), "$Lb"]),
  row("a", element("p", { children: "in the markup" })),
  row("b", [element("$Lc", { className: CLASSES, title: CLASSES }), "$0:0:props:className"]),
]
/** As after a part of the markup that was late. */
const LATE = 'c:I["Counter",["$9"],"Counter"]\n'

test("React reads what is left of the data as it reads the whole", async () => {
  const data = [...PAGE, LATE].join("")
  const pruned = pruneData(data)
  expect(pruned.split(CLASSES)).toHaveLength(2)
  const whole = JSON.stringify(await readData(data))
  const markup = JSON.stringify({ className: CLASSES, children: {} }).slice(0, -3)
  expect(whole).toContain(markup)
  expect(JSON.stringify(await readData(pruned))).toBe(
    whole.replace(/"children":\{[^{}]*"props":\{"children":"in the markup"\}\}/, '"kept":0'),
  )
})

test("React fails at a component whose row has the id of a text", async () => {
  const data = [row("c", CLASSES), ...PAGE, LATE].join("")
  await expect(readData(data, loadNever)).rejects.toThrow("push is not a function")
})

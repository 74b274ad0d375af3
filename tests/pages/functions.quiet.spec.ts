import { readdirSync, readFileSync, statSync } from "node:fs"
import path from "node:path"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { z } from "zod"
import { ask } from "./helpers/raw-request"
import { servedPaths } from "./helpers/served-paths"
import { sessionOf } from "./helpers/session"
import { expect, test } from "./helpers/test"
import { startNext } from "./helpers/web-servers"

const SERVER = ".data/test/next/server"

/** Each of them decodes pictures. */
const WITH_SHARP = ["api/images", "api/metadata", "api/projects/[address]"]
/** The tests' build is not minified: a host's own, of at most 16 MB, is to stay below 25. */
const MAX_BYTES = 30_000_000
/** libvips alone has 19 MB. */
const MAX_BYTES_WITH_SHARP = 45_000_000

/** Only a build for our own server has them (LOADED_WITH_CONFIG of next.config.mjs), as the tests' is. */
const OF_OUR_SERVER = /^node_modules\/next\/dist\/compiled\/(webpack|@babel\/runtime)\//

const trace = z.object({ files: z.array(z.string()) })

/** What a host that makes a function of each page and route would put into it. */
function readFunctions() {
  const entries = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  return entries
    .filter((entry) => /(page|route)\.js\.nft\.json$/.test(entry))
    .map((entry) => {
      const file = path.join(SERVER, entry)
      const { files } = trace.parse(JSON.parse(readFileSync(file, "utf8")))
      const places = files
        .map((each) => path.join(path.dirname(file), each))
        .filter((place) => !OF_OUR_SERVER.test(place))
      const stats = places.map((place) => statSync(place, { throwIfNoEntry: false }))
      return {
        name: entry.replace(/^app\//, "").replace(/\/?(page|route)\.js\.nft\.json$/, ""),
        bytes: stats.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0),
        hasSharp: places.some((place) => /libvips-cpp\.so/.test(place)),
      }
    })
}

test("a function of a host stays small, and only what decodes pictures has sharp", () => {
  const functions = readFunctions()
  expect(functions.length).toBeGreaterThan(150)
  expect(functions.filter(({ hasSharp }) => hasSharp).map(({ name }) => name)).toEqual(WITH_SHARP)
  const tooLarge = functions.filter(
    ({ bytes, hasSharp }) => bytes > (hasSharp ? MAX_BYTES_WITH_SHARP : MAX_BYTES),
  )
  expect(tooLarge).toEqual([])
})

test("one connection and no disk are enough for every path", { tag: "@long" }, async () => {
  test.skip(process.getuid?.() !== 0, "SKIPPED: only root can mount a file system without writes")
  test.setTimeout(180_000)
  const next = await startNext({ DATABASE_POOL: "1" }, true)
  try {
    const table = await servedPaths()
    const differences: string[] = []
    const rest = [...table]
    const work = async () => {
      for (let row = rest.pop(); row; row = rest.pop()) {
        const { status } = await ask(next.url, row)
        if (status !== row.status) {
          differences.push(`${row.method ?? "GET"} ${row.path}: ${status} for ${row.status}`)
        }
      }
    }
    await Promise.all(Array.from({ length: 3 }, work))
    expect(differences).toEqual([])
    expect(await uploadTo(next.url)).toMatchObject({
      status: 503,
      body: { code: "NOT_CONFIGURED", error: expect.stringContaining("Keeping files") },
    })
  } finally {
    await next.stop()
  }
})

async function uploadTo(server: string) {
  const body = new FormData()
  body.set("purpose", "avatar")
  body.set(
    "file",
    new Blob([readFileSync("public/icons/192.png")], { type: "image/png" }),
    "me.png",
  )
  const cookie = await sessionOf(privateKeyToAccount(generatePrivateKey()))
  const answer = await fetch(`${server}/api/images`, { method: "POST", headers: { cookie }, body })
  return { status: answer.status, body: await answer.json() }
}

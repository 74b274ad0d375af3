import { readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import path from "node:path"
import { execa } from "execa"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { z } from "zod"
import { ask } from "./helpers/raw-request"
import { servedPaths } from "./helpers/served-paths"
import { sessionOf } from "./helpers/session"
import { deepTest, expect, test } from "./helpers/test"
import { startNext } from "./helpers/web-servers"

const BUILT = ".data/test/next"
const MINIFIED = ".data/test/minified"
const NEXT = "node_modules/next/dist/bin/next"

/** Each of them decodes pictures. */
const WITH_SHARP = ["api/images", "api/metadata", "api/projects/[address]"]
/** Of a function, and of one with sharp, whose libvips alone has 19 MB: as a host builds them, and as the tests do. */
const LIMITS = { minified: [25_000_000, 35_000_000], plain: [30_000_000, 45_000_000] } as const

/** Only a build for our own server has them (LOADED_WITH_CONFIG of next.config.mjs), as the tests' is. */
const OF_OUR_SERVER = /^node_modules\/next\/dist\/compiled\/(webpack|@babel\/runtime)\//

const trace = z.object({ files: z.array(z.string()) })

/** What a host that makes a function of each page and route would put into it. */
function readFunctions(build: string) {
  const server = path.join(build, "server")
  const entries = readdirSync(server, { recursive: true, encoding: "utf8" })
  return entries
    .filter((entry) => /(page|route)\.js\.nft\.json$/.test(entry))
    .map((entry) => {
      const file = path.join(server, entry)
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

function expectSmall(build: string, [most, mostWithSharp]: readonly [number, number]) {
  const functions = readFunctions(build)
  expect(functions.length).toBeGreaterThan(150)
  expect(functions.filter(({ hasSharp }) => hasSharp).map(({ name }) => name)).toEqual(WITH_SHARP)
  const tooLarge = functions.filter(
    ({ bytes, hasSharp }) => bytes > (hasSharp ? mostWithSharp : most),
  )
  expect(tooLarge).toEqual([])
  const largest = (isWith: boolean) =>
    Math.max(...functions.filter(({ hasSharp }) => hasSharp === isWith).map(({ bytes }) => bytes))
  console.log(`Functions in ${build}: up to ${largest(false)} bytes, with sharp ${largest(true)}`)
}

test("a function of a host stays small, and only what decodes pictures has sharp", () => {
  expectSmall(BUILT, LIMITS.plain)
})

deepTest("a function as a host builds it stays below 25 MB, but for those with sharp", async () => {
  test.setTimeout(900_000)
  const { NEXT_MINIFY_SERVER: _, NEXT_OUTPUT: __, ...env } = process.env
  const build = [NEXT, "build", "--experimental-build-mode", "compile"]
  const own = { NODE_ENV: "production", NEXT_DIST_DIR: MINIFIED, NEXT_BUILD_CACHE: "off" }
  const { exitCode, all } = await execa(process.execPath, build, {
    ...{ env: { ...env, ...own }, extendEnv: false, all: true, reject: false },
  })
  expect(exitCode, all).toBe(0)
  expectSmall(MINIFIED, LIMITS.minified)
  rmSync(MINIFIED, { recursive: true })
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

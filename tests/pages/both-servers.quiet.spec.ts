import { contracts } from "./helpers/chain"
import { hasNginx, startNginx } from "./helpers/nginx"
import { ask, comparable, type Received } from "./helpers/raw-request"
import { type ServedPath, servedPaths } from "./helpers/served-paths"
import { stack } from "./helpers/stack"
import { expect, test } from "./helpers/test"
import { startNext } from "./helpers/web-servers"

const ID = "the-request-1"

/** The framework answers these before any code of ours, without an id. */
const BEFORE_PROXY = /\/\//

/** Our server refuses these itself. To the framework they are paths that nothing has. */
const UNDECODABLE = /^\/%/

/** The framework sets Vary of what it renders itself, and leaves out Accept, which our server adds. */
const BY_FRAMEWORK = /^text\/(html|x-component)/

/** Of a page, or of what each process counts or keeps by itself: another one in another moment. */
const MOVES = /^etag: W\/"[\w-]{27}"$|^\/api\/(health|pulse)/

test("the framework's own server answers as ours does", async () => {
  test.setTimeout(180_000)
  const table = await servedPaths()
  expect(table.length).toBeGreaterThan(122)
  const next = await startNext()
  try {
    const differences: string[] = []
    for (const row of table) {
      await compare(row, next.url).catch((error: Error) => differences.push(error.message))
    }
    expect(differences).toEqual([])
    await expect(async () => {
      const [ours, theirs] = [stack.url, next.url].map((url) => ask(url, { path: "/docs/design" }))
      expect((await ours)?.headers.etag).toBe((await theirs)?.headers.etag)
    }).toPass({ timeout: 15_000 })
  } finally {
    await next.stop()
  }
})

test("nginx before the framework's server takes the place of ours", { tag: "@long" }, async () => {
  test.skip(!hasNginx(), "SKIPPED: there is no nginx, and it could not be installed")
  test.setTimeout(180_000)
  const next = await startNext({ TRUSTED_PROXY_HEADER: "x-forwarded-for" })
  const nginx = await startNginx(next.url)
  try {
    const documents = (await servedPaths()).filter(
      ({ path, headers }) => headers?.accept?.includes("html") && !BEFORE_PROXY.test(path),
    )
    const differences: string[] = []
    for (const row of documents) {
      await compare(row, nginx.url, isPublic).catch((error: Error) =>
        differences.push(error.message),
      )
    }
    expect(differences).toEqual([])
    await keepsDocuments(nginx.url)
  } finally {
    await nginx.stop()
    await next.stop()
  }
})

/** nginx asks for a document as a whole where it keeps documents, and so for one that it may not keep. */
const isPublic = ({ headers }: Received) => !headers["cache-control"]?.startsWith("private")

/** The nonce names a rendering. */
const renderingOf = ({ headers }: Received) =>
  /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1]

async function keepsDocuments(server: string) {
  const headers = { accept: "text/html" }
  const read = (path: string) => ask(server, { path, headers })
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  const together = await Promise.all(Array.from({ length: 40 }, () => read("/leaderboard?page=2")))
  expect(new Set(together.map(renderingOf)).size, "one rendering for all").toBe(1)
  expect(new Set(together.map((each) => each.headers["x-request-id"])).size).toBe(40)
  const former = renderingOf(together[0] as Received)
  expect(former).toHaveLength(24)

  await pause(1_500)
  expect(renderingOf(await read("/leaderboard?page=2")), "the former one meanwhile").toBe(former)
  await expect
    .poll(async () => renderingOf(await read("/leaderboard?page=2")), { timeout: 5_000 })
    .not.toBe(former)

  for (const path of ["/account", `/vesting?wallet=${contracts.mainToken.toLowerCase()}`]) {
    const renderings = [await read(path), await read(path)].map(renderingOf)
    expect(new Set(renderings).size, `${path} is kept by nobody`).toBe(2)
  }

  const { etag = "" } = (await read("/markets")).headers
  const unchanged = await ask(server, {
    path: "/markets",
    headers: { ...headers, "if-none-match": etag },
  })
  expect([unchanged.status, unchanged.headers["content-security-policy"]]).toEqual([304, undefined])

  const markdown = { path: "/markets", headers: { accept: "text/markdown" } }
  expect((await ask(server, markdown)).headers["content-type"]).toMatch("text/markdown")
  expect((await read("/markets")).headers["content-type"]).toMatch("text/html")
  expect((await read("/markets")).headers.vary).toMatch(/, Accept(,|$)/)
  const body = "x".repeat(13_000_000)
  expect((await ask(server, { path: "/api/images", method: "POST", body })).status).toBe(413)
}

/** Again while blocks or seconds pass between the two. */
async function compare(row: ServedPath, other: string, isTagged = (_: Received) => true) {
  const sent = { ...row, headers: { "x-request-id": ID, ...row.headers } }
  const name = `${row.method ?? "GET"} ${row.path}`
  await expect(async () => {
    const [ours, theirs] = [await ask(stack.url, sent), await ask(other, sent)]
    expect(theirs.status, name).toBe(row.status)
    expect(common(theirs, row), name).toEqual(common(ours, row))
    if (!BEFORE_PROXY.test(row.path)) expect(theirs.headers["x-request-id"], name).toBe(ID)
    if (row.status === 308) expect(theirs.headers.location, name).not.toMatch(/\/$/)
    if (row.status !== 200 || MOVES.test(row.path)) return
    for (const [server, answer] of [
      [stack.url, ours],
      [other, theirs],
    ] as const) {
      const { headers } = answer
      if (!headers.etag || !isTagged(answer)) continue
      const again = { ...sent, headers: { ...sent.headers, "if-none-match": headers.etag } }
      expect((await ask(server, again)).status, `${name} that has not changed`).toBe(304)
    }
  }).toPass({ timeout: 10_000, intervals: [100, 300, 1_000] })
}

function common(answer: Received, { path, status }: ServedPath) {
  const { headers, body } = comparable(answer)
  if (UNDECODABLE.test(path)) return { status: answer.status }
  const isRendered = status === 307 || BY_FRAMEWORK.test(answer.headers["content-type"] ?? "")
  const kept = headers
    .filter((each) => !(isRendered && each === "vary: Accept"))
    .filter((each) => !(BEFORE_PROXY.test(path) && each.startsWith("x-request-id")))
    .map((each) =>
      each.startsWith("etag") && (MOVES.test(each) || MOVES.test(path)) ? "etag" : each,
    )
  return { status: answer.status, headers: kept, body }
}

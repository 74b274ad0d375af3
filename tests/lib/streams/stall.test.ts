/** @module-tag long */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { MAX_STREAMS } from "@/lib/stream-log/constants"
import { getHub } from "@/lib/streams/hub"
import { freePort } from "@/scripts/local/anvil"
import { createApiKey } from "@/tests/helpers/auth"
import { bundleForTest } from "@/tests/helpers/bundle"
import { until } from "../indexer/following"
import { open } from "./stream-client"

process.env.RATE_LIMIT_KEY = "100000"

let server: ReturnType<typeof spawn>
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const file = await bundleForTest("tests/lib/streams/stream-server.ts")
  server = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: `${port}`, RATE_LIMIT_IP: "100000" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  await until(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
})
afterAll(() => {
  getHub().close()
  server.kill("SIGKILL")
})

/** A stream of the other server. */
async function openThere(key: string) {
  const headers = { "X-API-Key": key }
  const request = get(`${url}/api/v1/stream?topics=blocks`, { headers, agent: false })
  const [response] = (await once(request, "response")) as [IncomingMessage]
  const state = { hasEnded: false }
  response.resume().once("close", () => {
    state.hasEnded = true
  })
  return { status: response.statusCode, state, leave: () => response.destroy() }
}

async function countPlaces() {
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int from pg_locks where locktype = 'advisory' and classid = 7320032
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.count
}

test("a stalled server's places are free soon; awake, it ends the streams whose places others have", {
  timeout: 180_000,
}, async () => {
  const [busy, quiet] = [await createApiKey(), await createApiKey()]
  const streams: Awaited<ReturnType<typeof openThere>>[] = []
  for (let at = 0; at < MAX_STREAMS; at++) streams.push(await openThere(busy.key))
  const lonely = await openThere(quiet.key)
  expect([...streams, lonely].map(({ status }) => status)).toEqual(
    Array.from({ length: MAX_STREAMS + 1 }, () => 200),
  )
  const openHere = () => open({ key: busy.key, topics: "blocks" })
  expect((await openHere()).status).toBe(429)

  server.kill("SIGSTOP")
  const here: Response[] = []
  const isFree = async () => {
    const response = await openHere()
    if (response.status === 200) here.push(response)
    return response.status === 200
  }
  await expect.poll(isFree, { timeout: 40_000, interval: 1_000 }).toBe(true)
  while (here.length < MAX_STREAMS) expect(await isFree()).toBe(true)
  expect(await isFree()).toBe(false)

  server.kill("SIGCONT")
  const countEnded = () => streams.filter(({ state }) => state.hasEnded).length
  await expect.poll(countEnded, { timeout: 70_000, interval: 500 }).toBe(MAX_STREAMS)
  expect(lonely.state.hasEnded).toBe(false)
  expect(await countPlaces()).toBe(MAX_STREAMS + 1)
  // The places that this one has are not given back by the streams that have ended there.
  expect(await isFree()).toBe(false)
  lonely.leave()
  await expect.poll(countPlaces).toBe(MAX_STREAMS)
  for (const { body } of here) await body?.cancel()
  await expect.poll(countPlaces).toBe(0)
  const again = await openThere(busy.key)
  expect(again.status).toBe(200)
  again.leave()
})

import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { countWorkers, drainTime, workerVariables } from "@/scripts/web-workers.mjs"
import { bundleForTest } from "@/tests/helpers/bundle"
import { isDeep } from "@/tests/helpers/deep"
import { windowStart } from "@/tests/helpers/rate-window"

const folder = mkdtempSync(path.join(tmpdir(), "atoll-workers-"))
const brokenFile = path.join(folder, "broken")
let program = ""
let server: ChildProcess
let log = ""
let port = 0
const agents: Agent[] = []

beforeAll(async () => {
  program = await bundleForTest("tests/scripts/web-workers-process.ts")
})

async function startServer() {
  port = await freePort()
  log = ""
  server = fork(program, {
    env: {
      ...process.env,
      PORT: `${port}`,
      KEEP_ALIVE_SECONDS: "60",
      RATE_LIMIT_KEY: "30",
      REDIS_URL: "",
      BROKEN_FILE: brokenFile,
      WEB_CONCURRENCY: "",
    },
    silent: true,
  })
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk) => {
      log += chunk
    })
  }
  await once(server, "message")
}

async function stopServer() {
  rmSync(brokenFile, { force: true })
  for (const agent of agents.splice(0)) agent.destroy()
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, "exit")
  server.kill("SIGKILL")
  await ended
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const found = (probe.address() as AddressInfo).port
  probe.close()
  return found
}

function createAgent(sockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  agents.push(agent)
  return agent
}

type Answer = { pid: number; status: number; headers: IncomingHttpHeaders; isReused: boolean }

/** A connection that a process took with it when it ended is never answered. */
const LOST_AFTER_MS = 30_000

/** Which process answers; a connection that is refused, reset or lost fails. */
function ask(agent: Agent | false = false, at = "/"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: at, agent: agent || undefined, host: "127.0.0.1" })
    asked.on("error", reject)
    asked.setTimeout(LOST_AFTER_MS, () => asked.destroy(new Error("The connection was lost")))
    asked.on("response", (response) => {
      let text = ""
      response.on("data", (chunk) => {
        text += chunk
      })
      response.on("error", reject)
      response.on("end", () => {
        const { headers, statusCode: status = 0 } = response
        resolve({ pid: Number(text), status, headers, isReused: asked.reusedSocket })
      })
    })
    asked.end()
  })
}

let clients = 0

/** The processes that answer new connections. */
async function readPids() {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(new Agent())))
  return new Set(answers.map(({ pid }) => pid))
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Asks again and again on its own until told to stop; answers how often. */
function askRepeatedly(agent: Agent | false) {
  let isAsking = true
  const loop = (async () => {
    let count = 0
    for (; isAsking; count++) await ask(agent)
    return count
  })()
  // Reported by whoever stops it.
  loop.catch(() => {})
  return () => {
    isAsking = false
    return loop
  }
}

describe("a restart by SIGHUP", () => {
  beforeAll(startServer)
  afterAll(stopServer)

  test("fails no request, on kept connections and new ones, and leaves new processes", async () => {
    const before = await readPids()
    expect(before.size).toBe(2)
    const kept = createAgent(8)
    const loops = Array.from({ length: 12 }, (_, at) => askRepeatedly(at < 8 && kept))
    server.kill("SIGHUP")
    await expect
      .poll(async () => [...(await readPids())].some((pid) => before.has(pid)))
      .toBe(false)
    // Twice in a row, the second before the first has ended.
    const between = await readPids()
    server.kill("SIGHUP")
    server.kill("SIGHUP")
    await expect
      .poll(async () => [...(await readPids())].some((pid) => between.has(pid)))
      .toBe(false)
    const counts = await Promise.all(loops.map((stop) => stop()))
    expect(Math.min(...counts)).toBeGreaterThan(10)
    // Their connections have been closed after an answer each.
    kept.destroy()
    await expect.poll(() => [...before].filter(isRunning)).toEqual([])
  })

  test("answers once more on a connection that was unused, and closes it then", async () => {
    const agent = createAgent(1)
    const { pid } = await ask(agent)
    server.kill("SIGHUP")
    await expect.poll(async () => (await readPids()).has(pid)).toBe(false)
    const last = await ask(agent)
    expect(last).toMatchObject({ pid, isReused: true, headers: { connection: "close" } })
    expect((await ask(agent)).pid).not.toBe(pid)
  })

  test.runIf(isDeep)("loses no connection that was on its way to a process that ends", async () => {
    const loops = Array.from({ length: 30 }, () => askRepeatedly(false))
    for (let restart = 0; restart < 25; restart++) {
      server.kill("SIGHUP")
      await wait(1_000)
    }
    const counts = await Promise.all(loops.map((stop) => stop()))
    expect(Math.min(...counts)).toBeGreaterThan(10)
  })

  test.runIf(isDeep)("leaves the old processes where a new one fails", async () => {
    const before = await readPids()
    writeFileSync(brokenFile, "")
    server.kill("SIGHUP")
    await expect.poll(() => log).toContain("The web processes stay as they are")
    expect([...(await readPids())].sort()).toEqual([...before].sort())
  })
})

describe("the processes of a server", () => {
  beforeAll(startServer)
  afterAll(stopServer)

  // What else runs on the machine may stop the first process for longer than a request waits.
  test("count the requests of a client together, also after one was replaced", {
    retry: 2,
  }, async () => {
    await windowStart(20_000)
    const path = `/count/${clients++}`
    const count = () => ask(false, path)
    const answers = await Promise.all(Array.from({ length: 25 }, count))
    const [dead = 0, other] = new Set(answers.map(({ pid }) => pid))
    expect(other).toBeDefined()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)
    process.kill(dead, "SIGKILL")
    await expect.poll(() => isRunning(dead)).toBe(false)
    await expect.poll(async () => (await readPids()).size).toBe(2)
    const more = await Promise.all(Array.from({ length: 25 }, count))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(5)
  })

  test("a process that dies is replaced, and the other answers meanwhile", async () => {
    const before = await readPids()
    const [dead = 0, other = 0] = before
    process.kill(dead, "SIGKILL")
    await expect.poll(() => isRunning(dead)).toBe(false)
    expect((await ask()).pid).toBe(other)
    await expect.poll(async () => (await readPids()).size).toBe(2)
    const after = await readPids()
    expect(after.has(dead)).toBe(false)
    expect(after.has(other)).toBe(true)
  })

  test("SIGTERM ends a server after the requests that have arrived", async () => {
    const [pid = 0] = await readPids()
    const agent = createAgent(2)
    await ask(agent)
    const slow = ask(agent, "/slow")
    await wait(300)
    const ended = once(server, "exit")
    server.kill("SIGTERM")
    // It may be kept by its client; what is unused is closed at once.
    expect((await slow).pid).toBeGreaterThan(0)
    const begun = performance.now()
    expect((await ended)[0]).toBe(143)
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(isRunning(pid)).toBe(false)
    await expect(ask()).rejects.toThrow("ECONNREFUSED")
  })
})

test("no worker outlives the process that started it", async () => {
  await startServer()
  try {
    const pids = await readPids()
    server.kill("SIGKILL")
    await expect.poll(() => [...pids].filter(isRunning)).toEqual([])
  } finally {
    await stopServer()
  }
})

test("a server has a process for each core, but for that of the follower", () => {
  expect(countWorkers({}, 4)).toBe(3)
  expect(countWorkers({ WEB_CONCURRENCY: "" }, 1)).toBe(1)
  expect(countWorkers({ INDEX_FOLLOWER: "off" }, 4)).toBe(4)
  expect(countWorkers({ WEB_CONCURRENCY: "7", INDEX_FOLLOWER: "off" }, 4)).toBe(7)
  for (const WEB_CONCURRENCY of ["0", "-1", "1.5", "two"]) {
    expect(() => countWorkers({ WEB_CONCURRENCY })).toThrow("WEB_CONCURRENCY")
  }
})

test("processes share the database's connections, unless it is said how many each may have", () => {
  const connections = (count: number, DATABASE_POOL?: string) =>
    workerVariables({ DATABASE_POOL }, count)
  expect(connections(1)).toEqual({ WEB_CONCURRENCY: "1", DATABASE_POOL: "10" })
  expect(connections(8)).toEqual({ WEB_CONCURRENCY: "8", DATABASE_POOL: "5" })
  expect(connections(64)).toEqual({ WEB_CONCURRENCY: "64", DATABASE_POOL: "3" })
  expect(connections(8, "20").DATABASE_POOL).toBe("20")
})

test("a replaced process has longer than a connection may be unused", () => {
  expect(drainTime({})).toBeGreaterThan(75_000)
  expect(drainTime({ KEEP_ALIVE_SECONDS: "620" })).toBeGreaterThan(620_000)
})

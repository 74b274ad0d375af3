import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { text } from "node:stream/consumers"
import { Redis } from "ioredis"
import { z } from "zod"

/** Tests with a Redis use that of the machine: Redis or Valkey, from 7.0. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0

if (!hasRedis) console.warn("SKIPPED: tests of limits in Redis, as there is no redis-server here")

export type LocalRedis = {
  url: string
  /** Keeps its connections and answers nothing, until it is resumed. */
  stall: () => void
  resume: () => void
  stop: () => Promise<void>
}

/** A Redis in memory. A given port makes it come back where it was. */
export async function startRedis(port?: number): Promise<LocalRedis> {
  const own = port ?? (await freePort())
  const options = ["--port", `${own}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] })
  await untilReady(server)
  return {
    url: `redis://127.0.0.1:${own}`,
    stall: () => server.kill("SIGSTOP"),
    resume: () => server.kill("SIGCONT"),
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill("SIGKILL")
      await once(server, "exit")
    },
  }
}

async function untilReady(server: ChildProcess) {
  let log = ""
  for await (const chunk of server.stdout ?? []) {
    log += chunk
    if (log.includes("Ready to accept connections")) break
  }
  if (server.exitCode !== null) throw new Error(`redis-server does not start: ${log}`)
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const command = z.tuple([z.string()], z.union([z.string(), z.number()]))

/** Upstash's REST protocol over a Redis: it knows a flag of scripts that Redis does not, and skips it here. */
export async function startUpstash(redisUrl: string, token: string) {
  const redis = new Redis(redisUrl)
  const run = (body: unknown) => {
    const [name, ...args] = command.parse(body)
    const withoutFlags = args.map((each) => `${each}`.replace(/^#!lua.*\n/, ""))
    return redis.call(name, ...withoutFlags).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.message }),
    )
  }
  const server = createHttpServer(async (request, response) => {
    const isAllowed = request.headers.authorization === `Bearer ${token}`
    const body: unknown = JSON.parse(await text(request))
    const answer = !isAllowed
      ? { error: "Unauthorized" }
      : request.url === "/pipeline"
        ? await Promise.all(z.array(z.unknown()).parse(body).map(run))
        : await run(body)
    response.writeHead("error" in answer ? 400 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(answer))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await redis.quit()
    },
  }
}

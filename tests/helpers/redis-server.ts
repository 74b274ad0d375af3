import { createHash } from "node:crypto"
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
} from "node:http"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { LuaFactory } from "wasmoon"

type Value = string | number | null | Value[]

/** What the rate limits need of Redis: sorted sets, and scripts that run as one step. */
class Store {
  readonly scripts = new Map<string, string>()
  readonly #sets = new Map<string, Map<string, number>>()

  command([name = "", ...args]: string[]): Value {
    const [key = "", first = "", second = ""] = args
    const set = this.#sets.get(key) ?? new Map<string, number>()
    switch (name.toUpperCase()) {
      case "TIME": {
        const now = performance.timeOrigin + performance.now()
        return [`${Math.floor(now / 1000)}`, `${Math.floor((now % 1000) * 1000)}`]
      }
      case "ZADD":
        this.#sets.set(key, set.set(second, Number(first)))
        return 1
      case "ZCARD":
        return set.size
      case "ZREMRANGEBYSCORE": {
        const gone = [...set].filter(([, score]) => score <= Number(second))
        for (const [member] of gone) set.delete(member)
        return gone.length
      }
      case "ZRANGE": {
        const [oldest] = [...set].sort(([, a], [, b]) => a - b)
        return oldest ? [oldest[0], `${oldest[1]}`] : []
      }
      case "PEXPIRE":
        return 1
      default:
        throw new Error(`ERR unknown command '${name}'`)
    }
  }
}

const lua = await new LuaFactory().createEngine({ enableProxy: false })

const compiled = new Map<string, () => Value>()

let activeStore: Store
lua.global.set("redis", {
  call: (...command: unknown[]) => activeStore.command(command.map(String)),
})

/** Runs a script as Redis does: KEYS, ARGV and redis.call, alone until it returns. */
function run(store: Store, script: string, keys: string[], args: string[]): Value {
  lua.global.set("KEYS", keys)
  lua.global.set("ARGV", args)
  activeStore = store
  const known = compiled.get(script) ?? lua.doStringSync(`return function() ${script} end`)
  compiled.set(script, known)
  return known()
}

function execute(store: Store, command: string[]): Value {
  const [name = "", script = "", count = "0", ...rest] = command
  const keys = rest.slice(0, Number(count))
  const args = rest.slice(Number(count))
  switch (name.toUpperCase()) {
    case "INFO":
      return "redis_version:7.0.0\r\nloading:0\r\n"
    case "CLIENT":
    case "QUIT":
      return "OK"
    case "EVAL":
      store.scripts.set(createHash("sha1").update(script).digest("hex"), script)
      return run(store, script, keys, args)
    case "EVALSHA": {
      const text = store.scripts.get(script)
      if (text === undefined) throw new Error("NOSCRIPT No matching script. Please use EVAL.")
      return run(store, text, keys, args)
    }
    default:
      return store.command(command)
  }
}

export type LocalRedis = { url: string; stop: () => Promise<void> }

/** A Redis over TCP. A given port makes it come back where it was. */
export async function startRedis(port = 0): Promise<LocalRedis> {
  const store = new Store()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let pending = Buffer.alloc(0)
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (;;) {
        const parsed = parseCommand(pending)
        if (!parsed) return
        pending = pending.subarray(parsed.length)
        socket.write(answer(store, parsed.command))
      }
    })
  })
  await listen(server, port)
  return {
    url: `redis://127.0.0.1:${portOf(server)}`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}

/** Upstash's REST protocol: a command, or a pipeline of them, as JSON. */
export async function startUpstash(token: string): Promise<LocalRedis> {
  const store = new Store()
  const server = createHttpServer(async (request, response) => {
    const commands: unknown[] = JSON.parse(await textOf(request))
    const isAllowed = request.headers.authorization === `Bearer ${token}`
    const one = (command: string[]) => {
      try {
        return { result: execute(store, command) }
      } catch (error) {
        return { error: (error as Error).message }
      }
    }
    const asText = (command: unknown) => (command as unknown[]).map(String)
    const body = request.url?.endsWith("/pipeline")
      ? commands.map((command) => one(asText(command)))
      : one(asText(commands))
    const hasFailed = "error" in body
    response.writeHead(!isAllowed ? 401 : hasFailed ? 400 : 200, {
      "content-type": "application/json",
    })
    response.end(JSON.stringify(isAllowed ? body : { error: "Unauthorized" }))
  })
  await listen(server, 0)
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    stop: () => {
      server.closeAllConnections()
      return close(server)
    },
  }
}

/** One command from the front of the bytes received, or undefined while it is incomplete. */
function parseCommand(bytes: Buffer) {
  const text = bytes.toString("latin1")
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return undefined
  const command: string[] = []
  let at = head[0].length
  for (let left = Number(head[1]); left > 0; left--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (!size) return undefined
    const start = at + size[0].length
    const end = start + Number(size[1])
    if (bytes.length < end + 2) return undefined
    command.push(bytes.subarray(start, end).toString())
    at = end + 2
  }
  return { command, length: at }
}

function answer(store: Store, command: string[]) {
  try {
    return encode(execute(store, command))
  } catch (error) {
    return `-${(error as Error).message}\r\n`
  }
}

function encode(value: Value): string {
  if (value === null) return "$-1\r\n"
  if (typeof value === "number") return `:${Math.trunc(value)}\r\n`
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(encode).join("")}`
  return `$${Buffer.byteLength(value)}\r\n${value}\r\n`
}

async function textOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function listen(server: Server | HttpServer, port: number) {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
}

const close = (server: Server | HttpServer) =>
  new Promise<void>((resolve) => server.close(() => resolve()))

const portOf = (server: Server | HttpServer) => (server.address() as AddressInfo).port

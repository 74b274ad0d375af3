import { request as openRequest } from "node:http"
import { buffer } from "node:stream/consumers"
import { stack } from "./stack"

export type Sent = {
  /** Sent as it is written, dots and slashes included. */
  path: string
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"
  headers?: Record<string, string>
  body?: string
}

export type Received = { status: number; headers: Record<string, string>; body: Buffer }

/** Asks a server as clients of the environment do, with its host name. */
export function ask(server: string, { path, method = "GET", headers, body }: Sent) {
  const { hostname, port } = new URL(server)
  return new Promise<Received>((resolve, reject) => {
    const sent = openRequest(
      {
        ...{ hostname, port, path, method, agent: false },
        headers: { host: new URL(stack.url).host, ...headers },
      },
      async (answer) => {
        const { statusCode: status = 0, rawHeaders } = answer
        const received: Record<string, string> = {}
        for (let at = 0; at < rawHeaders.length; at += 2) {
          const name = `${rawHeaders[at]}`.toLowerCase()
          received[name] = [received[name], rawHeaders[at + 1]].filter(Boolean).join(", ")
        }
        resolve({ status, headers: received, body: await buffer(answer) })
      },
    )
    sent.on("error", reject)
    sent.end(body)
  })
}

const OF_CONNECTIONS =
  /^(date|connection|keep-alive|content-length|transfer-encoding|age|accept-ranges|server)$/

/** Names that only the framework's router sends. */
const OF_ROUTER = /^(rsc|next-.*|accept-encoding)$/i

/** Its value changes from one second to the next. */
const OF_SECOND = /^(ratelimit|x-ratelimit-.*|x-indexed-block|x-chain-head)$/

/** What two servers' answers to one request have to have in common. */
export function comparable({ status, headers, body }: Received) {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (OF_CONNECTIONS.test(name)) return []
    if (OF_SECOND.test(name)) return [name]
    if (name === "vary") {
      const names = value.split(/\s*,\s*/).filter((each) => !OF_ROUTER.test(each))
      return [...new Set(names)].map((each) => `vary: ${each}`)
    }
    return [`${name}: ${value.replace(/nonce(-|=")[\w+/=]{24}/g, "nonce")}`]
  })
  return { status, headers: kept.sort(), body: summarize(headers["content-type"], body) }
}

/** Of HTML what it is called: ages and figures in it change. */
function summarize(type: string | undefined, body: Buffer) {
  if (body.length === 0) return "nothing"
  if (type?.startsWith("text/html")) return /<title>[^<]*<\/title>/.exec(`${body}`)?.[0] ?? "HTML"
  if (type?.startsWith("application/json")) {
    const value: unknown = JSON.parse(`${body}`)
    const isRefusal = typeof value === "object" && value !== null && "code" in value
    return isRefusal ? { ...value, requestId: "id" } : Object.keys(value ?? {})
  }
  return /^(text\/(markdown|plain|x-component)|application\/xml)/.test(type ?? "")
    ? "text"
    : body.toString("latin1")
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tweetHtml } from "./tweet-html"

/** A post as X's oEmbed describes it. */
type Tweet = { handle: string; name?: string; html: string }

type MoltbookPost = {
  author: string
  title?: string
  content?: string
  submolt?: string
  up?: number
  down?: number
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

/**
 * X (oEmbed, OAuth 2.0 token and profile) and Moltbook on this machine, in their own protocols. `answer` overrides all
 * of it for a test.
 */
export const networks = {
  tweets: new Map<string, Tweet>(),
  moltbookPosts: new Map<string, MoltbookPost>(),
  /** The account for which an OAuth code stands. */
  codes: new Map<string, { id: string; username: string }>(),
  /** Requests since the test began: method, path and query. */
  requests: [] as { line: string; headers: IncomingMessage["headers"]; body: string }[],
  answer: null as Answer | null,
}

export const SERVER_HANDLE = "AtollHQ"

let lastId = 1_790_000_000_000_000_000n

/** Publishes a post on X; answers its URL. */
export function tweet(handle: string, text: string, name?: string): string {
  const id = `${++lastId}`
  networks.tweets.set(id, { handle, html: tweetHtml(handle, text, name), ...(name && { name }) })
  return `https://x.com/${handle}/status/${id}`
}

/** Publishes a post at Moltbook; answers its id. */
export function moltbookPost(post: MoltbookPost): string {
  const id = crypto.randomUUID()
  networks.moltbookPosts.set(id, post)
  return id
}

export const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8" })
    .end(JSON.stringify(body))

function answerOembed(response: ServerResponse, query: URLSearchParams) {
  const id = /\/status\/(\d+)$/.exec(query.get("url") ?? "")?.[1]
  const tweet = networks.tweets.get(id ?? "")
  if (!tweet) return sendJson(response, 404, { errors: [{ message: "Not Found" }] })
  const { handle, name = "Reef Walker", html } = tweet
  sendJson(response, 200, {
    url: `https://twitter.com/${handle}/status/${id}`,
    author_name: name,
    author_url: `https://twitter.com/${handle}`,
    html,
    width: 550,
    height: null,
    type: "rich",
    cache_age: "3153600000",
    provider_name: "Twitter",
    provider_url: "https://twitter.com",
    version: "1.0",
  })
}

function answerToken(response: ServerResponse, body: string) {
  const form = new URLSearchParams(body)
  const code = form.get("code") ?? ""
  if (!networks.codes.has(code) || !form.get("code_verifier")) {
    return sendJson(response, 400, { error: "invalid_request" })
  }
  const scope = "tweet.read users.read"
  const token = { token_type: "bearer", expires_in: 7_200, access_token: `token-${code}`, scope }
  sendJson(response, 200, token)
}

function answerProfile(request: IncomingMessage, response: ServerResponse) {
  const token = /^Bearer token-(.*)$/.exec(request.headers.authorization ?? "")?.[1]
  const account = networks.codes.get(token ?? "")
  if (!account) return sendJson(response, 401, { title: "Unauthorized" })
  const picture = "https://pbs.twimg.com/profile_images/1/me_normal.jpg"
  sendJson(response, 200, { data: { ...account, name: "Reef Walker", profile_image_url: picture } })
}

function answerMoltbook(response: ServerResponse, id: string) {
  const post = networks.moltbookPosts.get(id)
  if (!post) return sendJson(response, 404, { success: false, error: "Post not found" })
  const { author, title = "", content = "", submolt = "general", up = 0, down = 0 } = post
  sendJson(response, 200, {
    success: true,
    post: {
      ...{ id, title, content, upvotes: up, downvotes: down, created_at: "2026-01-01T00:00:00Z" },
      author: { id: crypto.randomUUID(), name: author, karma: 7 },
      submolt: { id: crypto.randomUUID(), name: submolt, display_name: submolt },
    },
  })
}

function answerAsNetworks(request: IncomingMessage, response: ServerResponse, body: string) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  if (pathname === "/oembed") return answerOembed(response, searchParams)
  if (pathname === "/2/oauth2/token" && request.method === "POST")
    return answerToken(response, body)
  if (pathname === "/2/users/me") return answerProfile(request, response)
  const id = /^\/api\/v1\/posts\/([^/]+)$/.exec(pathname)?.[1]
  if (id) return answerMoltbook(response, id)
  response.writeHead(404).end()
}

/** Serves both on a port of this machine; 0 for any. */
export async function startNetworks(port = 0) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString()
      networks.requests.push({
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        body,
      })
      const { answer = null } = networks
      if (answer) answer(request, response, body)
      else answerAsNetworks(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) }
}

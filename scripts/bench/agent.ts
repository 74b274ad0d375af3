import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, request } from "node:http"
import { request as secureRequest } from "node:https"
import { tmpdir } from "node:os"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import { setTimeout } from "node:timers/promises"
import { Client } from "@modelcontextprotocol/client"
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { execa } from "execa"
import { isHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { z } from "zod"
import { freePort } from "@/scripts/local/anvil"
import { createAtoll } from "@/sdk/src/client"
import { createSigner } from "@/sdk/src/signing"
import { printTable } from "./harness"
import { ROOT } from "./instances"

/** 1 USDB. */
const AMOUNT = `${10n ** 18n}`
const COMMAND = path.join(ROOT, "sdk/bin.mjs")

const usage =
  "Set ATOLL_URL to a running instance, and ATOLL_PRIVATE_KEY to the key of a wallet with USDB and gas. Its API key is deleted."

type Walk = (url: string, folder: string) => Promise<string>

/** From the address to an indexed trade, by each way that programs may use. */
const walks: Record<string, Walk> = {
  SDK: walkBySdk,
  CLI: walkByCli,
  MCP: walkByMcp,
  curl: walkByCurl,
}

export async function benchAgent() {
  const { ATOLL_URL: url } = process.env
  const account = readOwnAccount()
  if (!url) throw new Error(usage)
  const proxy = await startCountingProxy(url)
  const rows: string[][] = []
  try {
    for (const [name, walk] of Object.entries(walks)) {
      // A wallet has one key; each walk begins without it.
      await waitForRequests(url, account.address)
      await createAtoll({ url, account }).signOut()
      await waitForRequests(url, account.address)
      rows.push(await measure(name, walk, proxy))
    }
  } finally {
    proxy.stop()
  }
  printTable("From /llms.txt to an indexed trade", ["by", "requests", "seconds"], rows)
}

/** Requests without a key, in a window of a minute. */
const MOST_ANONYMOUS_REQUESTS = 12

/** Waits until signing in and a walk will not be refused: the four walks together exceed a minute's limit. */
async function waitForRequests(url: string, address: string) {
  for (;;) {
    const { headers, status } = await fetch(`${url}/api/auth/nonce?address=${address}`)
    const left = status === 429 ? 0 : Number(headers.get("x-ratelimit-remaining") ?? 0)
    if (left >= MOST_ANONYMOUS_REQUESTS) return
    await setTimeout(10_000)
  }
}

async function measure(name: string, walk: Walk, { url, requests }: CountingProxy) {
  const folder = mkdtempSync(path.join(ROOT, ".data/agent-"))
  requests.length = 0
  const began = performance.now()
  try {
    const events = await walk(url, folder)
    if (!events.includes("TokensTraded"))
      throw new Error(`${name} has no indexed trade:\n${events}`)
    return [name, `${requests.length}`, ((performance.now() - began) / 1_000).toFixed(2)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readOwnAccount() {
  const { ATOLL_PRIVATE_KEY: key = "" } = process.env
  if (!isHex(key)) throw new Error(usage)
  return privateKeyToAccount(key)
}

const readLlms = async (url: string) => (await fetch(`${url}/llms.txt`)).text()

async function walkBySdk(url: string, folder: string): Promise<string> {
  await readLlms(url)
  const account = readOwnAccount()
  const atoll = createAtoll({ url, account, onKey: () => {} })
  const { mainToken } = await atoll.contracts()
  const signer = createSigner({ account, limitsFile: path.join(folder, "limits.json") })
  const action = { action: "token.buy", token: mainToken, amount: AMOUNT } as const
  const done = await signer.execute(atoll, action)
  return JSON.stringify(done.events)
}

async function walkByCli(url: string, folder: string): Promise<string> {
  await readLlms(url)
  const args = ["buy", "TIDE", "1", "--json", "--url", url]
  const env = { XDG_CONFIG_HOME: folder }
  return (await execa(process.execPath, [COMMAND, ...args], { cwd: tmpdir(), env })).stdout
}

const executed = z.object({ events: z.array(z.object({ type: z.string() })) })

async function walkByMcp(url: string, folder: string): Promise<string> {
  const guide = await readLlms(url)
  const token = /"token": "(0x[0-9a-fA-F]{40})"/.exec(guide)?.[1]
  const client = new Client({ name: "bench", version: "1.0.0" })
  const { ATOLL_PRIVATE_KEY = "" } = process.env
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND, "mcp", "--url", url],
      env: { ...getDefaultEnvironment(), ATOLL_PRIVATE_KEY, XDG_CONFIG_HOME: folder },
    }),
  )
  try {
    await client.listTools()
    const action = { action: "token.buy", token, amount: AMOUNT }
    const result = await client.callTool({ name: "execute_action", arguments: action })
    return JSON.stringify(executed.parse(result.structuredContent).events)
  } finally {
    await client.close()
  }
}

/** Runs the commands of /llms.txt as they are written there. */
async function walkByCurl(url: string, folder: string): Promise<string> {
  const guide = await readLlms(url)
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
      ([, code = ""]) => code,
    )
  const commands = blocks("bash").find((code) => code.includes("/transactions/send")) ?? ""
  writeFileSync(path.join(folder, "sign.mjs"), blocks("js")[0] ?? "")
  const script = commands.replace(/^export ATOLL=.*$/m, `export ATOLL=${url}`)
  writeFileSync(path.join(folder, "run.sh"), script)
  const account = readOwnAccount()
  const { ATOLL_PRIVATE_KEY = "" } = process.env
  const env = { WALLET: account.address, PRIVATE_KEY: ATOLL_PRIVATE_KEY }
  return (await execa("bash", ["-e", "-o", "pipefail", "run.sh"], { cwd: folder, env })).stdout
}

type CountingProxy = Awaited<ReturnType<typeof startCountingProxy>>

/** Passes requests on to the instance and remembers which came. */
async function startCountingProxy(target: string) {
  const requests: string[] = []
  const open = target.startsWith("https:") ? secureRequest : request
  const server = createServer((incoming, response) => {
    const { method = "GET", headers, url = "/" } = incoming
    requests.push(`${method} ${url}`)
    const options = { method, headers: { ...headers, host: new URL(target).host } }
    const outgoing = open(new URL(url, target), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    pipeline(incoming, outgoing).catch(() => response.destroy())
  })
  const port = await freePort()
  await once(server.listen(port, "127.0.0.1"), "listening")
  const stop = () => server.close().closeAllConnections()
  return { url: `http://127.0.0.1:${port}`, requests, stop }
}

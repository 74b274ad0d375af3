import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { freePort } from "@/scripts/local/anvil"

/** The server of streams, in a process of its own that tells how much memory it uses. */
export async function startStreamServer(variables: Record<string, string>) {
  const port = await freePort()
  const node = ["--expose-gc", "--import", "tsx", "scripts/bench/stream-server.ts"]
  const child = spawn(process.execPath, node, {
    env: { ...process.env, ...variables, NODE_ENV: "production", PORT: `${port}` },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  await once(child, "message")
  return {
    url: `http://127.0.0.1:${port}`,
    measureMemory: () => measureMemory(child),
    async stop() {
      const exit = once(child, "exit")
      child.kill("SIGTERM")
      child.disconnect()
      await exit
    },
  }
}

type Memory = { process: number; used: number }

async function measureMemory(child: ChildProcess): Promise<Memory> {
  child.send("memory")
  const [{ memory }] = (await once(child, "message")) as [{ memory: Memory }]
  return memory
}

export type OpenStream = { close: () => void }

/** Opens a stream and waits for its first event; `onText` gets what comes. */
export async function openStream(
  url: string,
  { topics, key }: { topics: string; key: string },
  onText: (text: string) => void = () => {},
): Promise<OpenStream> {
  const path = `${url}/api/v1/stream?topics=${encodeURIComponent(topics)}`
  const request = get(path, { headers: { "X-API-Key": key }, agent: false })
  const [response] = (await once(request, "response")) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`)
  response.setEncoding("utf8").on("error", () => {})
  response.on("data", onText)
  await once(response, "data")
  return { close: () => response.destroy() }
}

/** Opens many, a few at a time. */
export async function openStreams(
  url: string,
  wanted: readonly { topics: string; key: string }[],
): Promise<OpenStream[]> {
  const opened: OpenStream[] = []
  const TOGETHER = 20
  for (let i = 0; i < wanted.length; i += TOGETHER) {
    const part = wanted.slice(i, i + TOGETHER).map((each) => openStream(url, each))
    opened.push(...(await Promise.all(part)))
  }
  return opened
}

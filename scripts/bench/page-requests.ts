import { Agent, get } from "node:http"
import { percentile } from "./table"

export type Answer = { status: number; body: Buffer; milliseconds: number }

const BROWSER = { "accept-encoding": "gzip, deflate, br" }

/** Reads an address as it comes over the network. */
export function readUrl(
  url: string,
  agent: Agent,
  headers: Record<string, string> = BROWSER,
): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const milliseconds = performance.now() - begun
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), milliseconds })
      })
    }).on("error", reject)
  })
}

export const createAgent = (connections: number) =>
  new Agent({ keepAlive: true, maxSockets: connections })

/** Reads all addresses, so many at a time; answers them and how long it took. */
export async function readAll(urls: readonly string[], connections: number) {
  const agent = createAgent(connections)
  const answers: Answer[] = []
  let next = 0
  const begun = performance.now()
  const worker = async () => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      answers.push(await readUrl(url, agent))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return { answers, milliseconds: performance.now() - begun }
}

/** Reads one address after the other until told to stop; answers how long each took. */
export function readRepeatedly(url: string, headers: Record<string, string>) {
  const agent = createAgent(1)
  const times: number[] = []
  let isRunning = true
  const loop = (async () => {
    while (isRunning) times.push((await readUrl(url, agent, headers)).milliseconds)
  })()
  return async () => {
    isRunning = false
    await loop
    agent.destroy()
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: Math.max(...times) }
  }
}

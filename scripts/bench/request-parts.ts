import { countRequest, rateLimitHeaders } from "@/lib/api/rate-limit"
import { createKey, findKeyHolder } from "@/lib/auth/api-keys"
import { createSessionWith, readSession } from "@/lib/auth/session"
import { MARKET } from "./sample-rows"
import { printTable } from "./table"

const TURNS = 200
const WARM_UP_TURNS = 40

/**
 * What the parts of a request that every caller pays take of this process's time, so many at once, as the server has
 * them; `requestMs` is what a whole request takes.
 */
export async function printParts(key: string, atOnce: number, requestMs: number) {
  const cookie = (await createSessionWith(new Headers(), MARKET)).split(";")[0] ?? ""
  const headers = new Headers({ cookie })
  const { key: other } = await createKey(MARKET, null)
  const parts: Record<string, () => Promise<unknown>> = {
    "sliding window": async () => rateLimitHeaders(await countRequest("key", "bench")),
    "look-up of the key": () => findKeyHolder(key),
    "look-up of different keys": () => findKeyHolder(Math.random() < 0.5 ? key : other),
    "opening of the session": async () => {
      const { session } = await readSession(headers)
      if (!session) throw new Error("The session of the bench is not one")
    },
  }
  const rows: string[][] = []
  for (const [name, run] of Object.entries(parts)) {
    const milliseconds = await measureCpu(run, atOnce)
    const share = ((milliseconds / requestMs) * 100).toFixed(1)
    rows.push([name, (milliseconds * 1_000).toFixed(0), `${share} %`])
  }
  printTable(
    `Parts of a request, ${atOnce} at once; a whole kept answer takes ${(requestMs * 1_000).toFixed(0)} µs`,
    ["part", "µs of this process", "of a request"],
    rows,
  )
}

/** Milliseconds of processor time that one takes. */
async function measureCpu(run: () => Promise<unknown>, atOnce: number) {
  const turn = () => Promise.all(Array.from({ length: atOnce }, run))
  for (let n = 0; n < WARM_UP_TURNS; n++) await turn()
  const before = process.cpuUsage()
  for (let n = 0; n < TURNS; n++) await turn()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (TURNS * atOnce)
}

import { get, type IncomingMessage } from "node:http"
import { setTimeout } from "node:timers/promises"
import pidusage from "pidusage"
import { digits, measureMs, printTable } from "./harness"
import { type FilledInstance, KEY } from "./instances"
import { EXPORTS } from "./scale-requests"

/** The large files, which are longer than what sockets hold. */
const LARGE = EXPORTS.filter((at) => /trades|rounds|export/.test(at))
/** Readers at once. Of all data of a wallet one export runs at a time. */
const readersOf = (at: string) => (at.startsWith("/api") ? 1 : 10)
/** What a slow reader takes at once, and its pause after that: at most 1 MB a second. */
const SLOW_BYTES = 200_000
const SLOW_PAUSE_MS = 200
/** A reader leaves after so much. */
const LEFT_BYTES = 100_000

/** Files of a wallet with very many trades: the process grows no further while they are sent, however they are read. */
export async function measureExports(instance: FilledInstance) {
  const rows: string[][] = []
  for (const at of EXPORTS) {
    // The first time the process grows to what its work takes.
    await readFile(instance, at)
    rows.push(await watchMemory(instance, at, "1", () => readFile(instance, at)))
  }
  for (const at of LARGE) {
    const readers = readersOf(at)
    const work = async () => {
      const all = Array.from({ length: readers }, () => readFile(instance, at, { isSlow: true }))
      return (await Promise.all(all)).reduce((sum, bytes) => sum + bytes, 0)
    }
    rows.push(await watchMemory(instance, at, `${readers} slow`, work))
  }
  printTable(
    "Files of the whale",
    ["file", "readers", "MB", "MB of memory before", "at most", "seconds"],
    rows,
  )
  for (const at of LARGE) {
    const readers = Array.from({ length: readersOf(at) }, () =>
      readFile(instance, at, { isLeft: true }),
    )
    await Promise.all(readers)
    const ms = await measureMs(() => waitForRest(instance))
    console.log(
      `${at}: ${readers.length} left; nothing runs in the database ${digits(ms)} ms later`,
    )
  }
}

async function watchMemory(
  { pid }: FilledInstance,
  at: string,
  readers: string,
  work: () => Promise<number>,
) {
  const before = (await pidusage(pid)).memory
  let [most, bytes, isDone] = [before, 0, false]
  const watch = (async () => {
    while (!isDone) {
      most = Math.max(most, (await pidusage(pid)).memory)
      await setTimeout(50)
    }
  })()
  const ms = await measureMs(async () => {
    bytes = await work()
  })
  isDone = true
  await watch
  const megabytes = [bytes, before, most].map((each) => digits(each / 1e6))
  return [at.slice(at.lastIndexOf("/") + 1), readers, ...megabytes, digits(ms / 1_000)]
}

type Manner = { isSlow?: boolean; isLeft?: boolean }

/** Reads a file to its end, or leaves; gives the bytes. */
async function readFile({ url }: FilledInstance, at: string, { isSlow, isLeft }: Manner = {}) {
  const response = await open(url + at)
  if (response.statusCode !== 200) throw new Error(`${at}: ${response.statusCode}`)
  let [bytes, pausedAt] = [0, 0]
  for await (const chunk of response) {
    bytes += chunk.length
    if (isLeft && bytes > LEFT_BYTES) break
    if (!isSlow || bytes - pausedAt < SLOW_BYTES) continue
    pausedAt = bytes
    await setTimeout(SLOW_PAUSE_MS)
  }
  return bytes
}

const open = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { "x-api-key": KEY } }, resolve).on("error", reject),
  )

/** Until no connection of the server has a statement or a transaction. */
async function waitForRest({ pool }: FilledInstance) {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
    )
    if (rows.length === 0) return
    await setTimeout(20)
  }
}

import { mkdir, readdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { isRecord } from "../client/errors"
import { type Outbox, type Outstanding, RETRY_MS } from "../client/outbox"
import { writePrivate } from "./limits-file"

/** `pid` is the process that works on it; null when it has given up. */
type Stored = Outstanding & { pid: number | null }

/**
 * Stores signed actions in files beside the limits before they are sent, until they are known to be done: another run
 * of a program continues with them, even after one that was killed.
 */
export function createOutboxFolder(limitsFile: string): Outbox {
  const folder = `${limitsFile}.sending`
  const fileOf = ({ id }: Outstanding) => path.join(folder, `${id}.json`)
  const write = async (entry: Outstanding, pid: number | null) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writePrivate(fileOf(entry), `${JSON.stringify({ ...entry, pid })}\n`)
  }
  return {
    find: async (wish) => {
      const names = await readdir(folder).catch(() => [])
      const kept = await Promise.all(
        names
          .filter((name) => name.endsWith(".json"))
          .map((name) => readStored(path.join(folder, name))),
      )
      const entries = kept.filter((each) => each !== null)
      for (const each of entries) {
        if (each.at <= Date.now() - RETRY_MS) await rm(fileOf(each), { force: true })
      }
      return entries.filter(
        (each) => each.wish === wish && each.at > Date.now() - RETRY_MS && !isWorkedOn(each),
      )
    },
    add: (entry) => write(entry, process.pid),
    giveUp: (entry) => write(entry, null),
    remove: (entry) => rm(fileOf(entry), { force: true }),
  }
}

async function readStored(file: string): Promise<Stored | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, "utf8"))
    // Only this program writes the file.
    return isRecord(kept) && Array.isArray(kept.signed) ? (kept as Stored) : null
  } catch {
    return null
  }
}

/** Whether its process is alive; the own process has finished with it, or would not ask. */
function isWorkedOn({ pid }: Stored): boolean {
  if (pid === null || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

import { randomUUID } from "node:crypto"
import { appendFile, mkdir, readdir, readFile, rm } from "node:fs/promises"
import path from "node:path"
import { LimitError } from "../client/errors"
import { changeLimit, formatUsdb, unreadable } from "./limits"

/** A counted amount that can be given back while nothing of it was sent. */
export type Reservation = { id: string; file: string }

type Line = { id: string; amount: string; action: string; wallet: string } | { release: string }

type Spending = { amount: bigint; action: string; wallet: string }

/**
 * The amount signed for on a UTC day. Each reservation is appended to the day's file in one write, and counts together
 * with the lines before it: of two processes that reserve at the same time one is first, whatever the order in which
 * they read. Nothing waits for a lock, and no lock can be left behind.
 */
export class DailySpending {
  constructor(private readonly limitsFile: string) {}

  /** Counts an amount, unless the day's sum would exceed the limit. */
  async reserve(spending: Spending, maxPerDay: bigint | null, now: Date): Promise<Reservation> {
    const { amount, action, wallet } = spending
    const file = this.#fileOf(now)
    const id = randomUUID()
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await append(file, { id, amount: `${amount}`, action, wallet })
    const before = sumBefore(await readLines(file), id)
    if (maxPerDay !== null && amount > 0n && before + amount > maxPerDay) {
      await this.release({ id, file })
      throw beyondDay(before, amount, maxPerDay)
    }
    await this.#removeOldDays(now)
    return { id, file }
  }

  async release({ id, file }: Reservation): Promise<void> {
    await append(file, { release: id })
  }

  /** The amount counted on the day of a time. */
  async spentOn(now: Date): Promise<bigint> {
    return sumBefore(await readLines(this.#fileOf(now)), null)
  }

  #fileOf(now: Date) {
    return `${this.limitsFile}.${now.toISOString().slice(0, 10)}.spent`
  }

  /** The day before is kept: another process may still be giving something back. */
  async #removeOldDays(now: Date) {
    const folder = path.dirname(this.limitsFile)
    const name = `${path.basename(this.limitsFile)}.`
    const yesterday = new Date(now.getTime() - 86_400_000)
    const kept = [now, yesterday].map((time) => path.basename(this.#fileOf(time)))
    for (const file of await readdir(folder)) {
      const isOld = file.startsWith(name) && file.endsWith(".spent") && !kept.includes(file)
      if (isOld) await rm(path.join(folder, file), { force: true })
    }
  }
}

const append = (file: string, line: Line) =>
  appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })

async function readLines(file: string): Promise<Line[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return ""
    throw unreadable(`${file} cannot be opened`, error)
  })
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => parseLine(file, line))
}

/** A line that cannot be read may have counted: then nothing is signed. */
function parseLine(file: string, text: string): Line {
  try {
    const line: Line = JSON.parse(text)
    if ("release" in line || BigInt(line.amount) >= 0n) return line
  } catch {
    // Said below.
  }
  throw unreadable(`${file} has a line that is not of this program`)
}

/** The sum of the lines before a reservation that were not given back; of all lines for null. */
function sumBefore(lines: readonly Line[], id: string | null): bigint {
  const released = new Set(lines.flatMap((line) => ("release" in line ? [line.release] : [])))
  let sum = 0n
  for (const line of lines) {
    if ("release" in line) continue
    if (line.id === id) break
    if (!released.has(line.id)) sum += BigInt(line.amount)
  }
  return sum
}

export const beyondDay = (spent: bigint, amount: bigint, most: bigint) =>
  new LimitError(
    `${formatUsdb(amount)} USDB more than the ${formatUsdb(spent)} of today exceed the daily limit of ${formatUsdb(most)} USDB`,
    {
      code: "LIMIT_PER_DAY",
      remedy: `Wait until the next UTC day. ${changeLimit("--per-day", "maxPerDay")}`,
    },
  )

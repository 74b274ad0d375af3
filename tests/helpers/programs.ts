import { type ChildProcess, spawn } from "node:child_process"
import { z } from "zod"
import { pool } from "@/lib/db/client"

/** A program of this project, as a process that tests stop, resume and kill. */
export type Program = ChildProcess & {
  /** What it has logged. */
  lines: string[]
}

const running = new Set<Program>()

/** @param file as `bundleForTest` makes it */
export function startProgram(file: string, variables: Record<string, string>): Program {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const program = Object.assign(child, { lines: [] as string[] })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) =>
      program.lines.push(...`${chunk}`.split("\n").filter(Boolean).map(messageOf)),
    )
  }
  running.add(program)
  child.once("exit", () => running.delete(program))
  return program
}

const logLine = z.object({ msg: z.string() })

/** The sentence of a line of the log; other output as it is. */
export function messageOf(line: string): string {
  return line.startsWith("{") ? logLine.parse(JSON.parse(line)).msg : line
}

export const exitOf = (program: Program) =>
  new Promise<number | null>((resolve) => program.once("exit", resolve))

export async function kill(program: Program): Promise<void> {
  const ended = exitOf(program)
  program.kill("SIGKILL")
  await ended
}

/** Also frees the leases that they held. */
export async function killPrograms(): Promise<void> {
  await Promise.all([...running].map(kill))
  await pool().query("delete from lease")
}

/** Who holds the only lease. */
export async function readHolder(): Promise<{ pid: number; fence: number }> {
  const { rows } = await pool().query<{ pid: string; fence: number }>(
    `select split_part(holder, ' ', 2) as pid, fence::int from lease
    where expires_at > clock_timestamp()`,
  )
  return { pid: Number(rows[0]?.pid), fence: rows[0]?.fence ?? 0 }
}

export const holds = (program: Program) => async () => (await readHolder()).pid === program.pid

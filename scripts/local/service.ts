import { once } from "node:events"
import { createWriteStream, mkdirSync } from "node:fs"
import path from "node:path"
import { PassThrough } from "node:stream"
import { execa } from "execa"
import pretty from "pino-pretty"
import { end, identify } from "./processes.mjs"

/** A long-running child process of the local environment. */
export type Service = {
  name: string
  pid: number
  /** Settles when the process has ended, with how. */
  ended: Promise<string>
  /** The last lines it wrote. */
  tail: () => string
  stop: () => Promise<void>
}

export type ServiceOptions = {
  name: string
  /** Default: Node. */
  command?: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Its output goes here. */
  log: string
  /** Shows its output on the terminal too. */
  show?: boolean
}

/** Starts a process in a separate group, so that a terminal's Ctrl-C does not reach it. */
export function startService(options: ServiceOptions): Service {
  const { name, command = process.execPath, args, cwd, env, log, show } = options
  mkdirSync(path.dirname(log), { recursive: true })
  const child = execa(command, args, {
    ...{ cwd, env, extendEnv: false, stdin: "ignore", all: true, buffer: false, reject: false },
    detached: true,
  })
  let tail = ""
  const lines = new PassThrough()
  child.all.pipe(pretty({ ...FOR_PEOPLE, colorize: show === true, destination: lines }))
  lines.on("data", (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-4_000)
    if (show) process.stdout.write(chunk)
  })
  lines.pipe(createWriteStream(log))
  const ended = once(child, "exit").then(
    ([code, signal]) => `${signal ?? `code ${code}`}`,
    (error: Error) => error.message,
  )
  const identity = identify(child.pid ?? 0)
  return {
    name,
    pid: identity.pid,
    ended,
    tail: () => tail.trim().split("\n").slice(-20).join("\n"),
    stop: async () => {
      await end(identity, GRACE_MS)
      await ended
    },
  }
}

/** Lines of JSON as text; the file already names the program. */
const FOR_PEOPLE = { ignore: "pid,hostname,program", translateTime: "SYS:HH:MM:ss" }

/** Open streams keep a web server from ending by itself. */
const GRACE_MS = 3_000

const MAX_RESTART_PAUSE_MS = 30_000
/** After this long a process counts as healthy, and the pauses start over. */
const HEALTHY_MS = 60_000

/**
 * Keeps a service running: it restarts after a growing pause whenever it ends by itself. `watch` receives each
 * process, `report` each failure.
 */
export function keepRunning(
  options: ServiceOptions,
  watch: (service: Service) => void,
  report: (line: string) => void,
): { stop: () => Promise<void> } {
  let stopped = false
  let current: Service | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = 1_000
  const run = () => {
    const started = Date.now()
    const service = startService(options)
    current = service
    watch(service)
    service.ended.then((how) => {
      if (stopped) return
      if (Date.now() - started > HEALTHY_MS) pauseMs = 1_000
      report(
        `The ${options.name} ended (${how}); it starts again in ${pauseMs / 1000} s.` +
          ` Its output: ${options.log}\n${service.tail()}`,
      )
      timer = setTimeout(run, pauseMs)
      pauseMs = Math.min(pauseMs * 2, MAX_RESTART_PAUSE_MS)
    })
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current?.stop()
    },
  }
}

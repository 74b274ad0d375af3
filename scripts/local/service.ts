import { type ChildProcess, spawn } from "node:child_process"
import { createWriteStream, mkdirSync } from "node:fs"
import path from "node:path"
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
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Its output goes here. */
  log: string
  /** Its output is shown on the terminal too. */
  show?: boolean
}

/** Starts a Node process in a group of its own, so that a terminal's Ctrl-C does not reach it. */
export function startService({ name, args, cwd, env, log, show }: ServiceOptions): Service {
  mkdirSync(path.dirname(log), { recursive: true })
  const file = createWriteStream(log)
  const child = spawn(process.execPath, [...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  let tail = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-4_000)
      file.write(chunk)
      if (show) process.stdout.write(chunk)
    })
  }
  const ended = exitMessage(child)
  ended.then(() => file.end())
  const known = identify(child.pid ?? 0)
  return {
    name,
    pid: known.pid,
    ended,
    tail: () => tail.trim().split("\n").slice(-20).join("\n"),
    stop: async () => {
      await end(known, GRACE_MS)
      await ended
    },
  }
}

/** Open streams keep a web server from ending by itself. */
const GRACE_MS = 3_000

function exitMessage(child: ChildProcess) {
  return new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`))
  })
}

const MAX_RESTART_PAUSE_MS = 30_000
/** After this long a process counts as healthy and the pauses begin anew. */
const HEALTHY_MS = 60_000

/**
 * Keeps a service running: restarted after a growing pause whenever it ends by itself.
 * `watch` is told of each process, `report` of each failure.
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

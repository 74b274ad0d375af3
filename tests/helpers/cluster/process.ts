import { appendFileSync, createWriteStream, readFileSync } from "node:fs"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { execa } from "execa"
import { end, identify, isAlive } from "@/scripts/local/processes.mjs"

/** Processes of the cluster are recorded here, so that those of a run that was killed can be ended. */
const RECORD = "processes"

export type ProcessOptions = {
  name: string
  file: string
  args?: readonly string[]
  env?: Record<string, string | undefined>
  /** Where it works; its log lies beside. */
  folder: string
  cwd?: string
  /** Another user than that of this process. */
  user?: { uid?: number; gid?: number }
  /** Whether it is ready to work: at once by default. */
  isReady?: () => Promise<boolean>
  /** Processes it has started that are no children of its own. */
  besides?: () => readonly number[]
  /** How long it may take to end by itself. */
  graceMs?: number
}

const READY_LIMIT_MS = 90_000
const GRACE_MS = 35_000

/** A program of the cluster, which can be killed, stalled and started again at the same address. */
export class ClusterProcess {
  readonly log: string
  readonly #options: ProcessOptions
  #child: ReturnType<typeof spawn> | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
    this.log = path.join(options.folder, `${options.name}.log`)
  }

  get name() {
    return this.#options.name
  }

  /** 0 while it does not run. */
  get pid() {
    return this.#child?.pid ?? 0
  }

  readLog() {
    return readFileSync(this.log, "utf8")
  }

  /** Starts it and waits until it is ready. */
  async start() {
    this.launch()
    await this.untilReady()
  }

  /** Runs it to its end; a failure is an error. */
  async run() {
    const { exitCode } = await this.launch()
    if (exitCode !== 0) throw new Error(`${this.name} ended with ${exitCode}:\n${this.#tail()}`)
  }

  launch() {
    if (this.#child) throw new Error(`${this.name} runs already`)
    const { file, args = [], env = {}, user = {}, folder, cwd = folder } = this.#options
    const child = spawn(file, args, { cwd, env: cleanEnvironment(env), ...user })
    child.all.pipe(createWriteStream(this.log, { flags: "a" }))
    this.#child = child
    const forget = () => {
      if (this.#child === child) this.#child = undefined
    }
    child.once("exit", forget)
    child.once("error", forget)
    appendFileSync(path.join(folder, RECORD), `${JSON.stringify(identify(child.pid ?? 0))}\n`)
    return child
  }

  async untilReady() {
    const { isReady = async () => true } = this.#options
    const deadline = Date.now() + READY_LIMIT_MS
    for (;;) {
      if (!this.#child) throw new Error(`${this.name} ended while it started:\n${this.#tail()}`)
      if (await isReady().catch(() => false)) return
      if (Date.now() > deadline) throw new Error(`${this.name} is not ready:\n${this.#tail()}`)
      await setTimeout(50)
    }
  }

  /** As when its machine loses power: with all processes that it has started. */
  async kill() {
    const child = this.#child
    const all = this.#tree().map(identify)
    this.#signal("SIGKILL")
    await child
    while (all.some(isAlive)) await setTimeout(10)
  }

  /** It keeps its connections and does nothing, until it resumes. */
  stall() {
    this.#signal("SIGSTOP")
  }

  resume() {
    this.#signal("SIGCONT")
  }

  /** Tells it to end, and waits until it has. */
  async stop() {
    const child = this.#child
    if (!child) return
    this.resume()
    await end(identify(child.pid ?? 0), this.#options.graceMs ?? GRACE_MS)
    if (this.#options.besides) await this.kill()
    await child
  }

  async restart() {
    await this.stop()
    await this.start()
  }

  #signal(name: NodeJS.Signals) {
    for (const pid of this.#tree()) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended in this moment.
      }
    }
  }

  #tree() {
    const roots = [this.pid, ...(this.#options.besides?.() ?? [])].filter((pid) => pid > 0)
    return [...new Set(roots.flatMap(listTree))]
  }

  #tail() {
    return this.readLog().split("\n").slice(-30).join("\n")
  }
}

const spawn = (
  file: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined>; uid?: number; gid?: number },
) =>
  execa(file, args, {
    ...options,
    ...{ extendEnv: false, stdin: "ignore", all: true, buffer: false, reject: false },
  })

/** A process and all that descend from it, parents first, so that a signal leaves none to start others. */
function listTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(listTree)]
}

function childrenOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter((child) => child !== "")
      .map(Number)
  } catch {
    return []
  }
}

/** Nothing of this process's own configuration reaches the cluster. */
const cleanEnvironment = (env: Record<string, string | undefined>) => ({
  PATH: `${process.env.PATH}:/usr/sbin`,
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  ...env,
})

/** Ends what a run has left behind in its folder. */
export async function endRecorded(folder: string) {
  const lines = readFileSync(path.join(folder, RECORD), "utf8").trim().split("\n")
  for (const line of lines.reverse()) await end(JSON.parse(line))
}

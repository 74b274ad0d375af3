// What the commands tell and ask the person in front of them. Plain JavaScript: used before installation.
import { createInterface } from "node:readline/promises"

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
const CLEAR_LINE = "\r\u001b[2K"

/** A failure whose cause is known, with what to do about it. */
export class UserError extends Error {
  /**
   * @param {string} message
   * @param {string} remedy
   */
  constructor(message, remedy) {
    super(message)
    this.name = "UserError"
    this.remedy = remedy
  }
}

/** Steps that run now, each with what it shows; several may run at once. */
const running = new Set()
let frame = 0
let timer

/**
 * Runs one step of a command. On a terminal a line shows the details and the seconds of all steps that run;
 * elsewhere its start, when it takes long, and its end are printed. `progress` tells what is being done at the moment,
 * `done` the line that stands when the step has succeeded: its title unless told.
 * @template T
 * @param {string} title
 * @param {(tell: { progress: (detail: string) => void, done: (title: string) => void }) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const live = process.stdout.isTTY === true
  const shown = { title, started: performance.now(), detail: "" }
  let closing = title
  const announced = live ? undefined : setTimeout(() => console.log(`… ${title}`), 1_000)
  if (live) show(shown)
  const settle = (line) => {
    clearTimeout(announced)
    hide(shown)
    process.stdout.write(`${live ? CLEAR_LINE : ""}${line}\n`)
  }
  try {
    const result = await work({
      progress: (text) => {
        shown.detail = text
      },
      done: (text) => {
        closing = text
      },
    })
    settle(`✓ ${closing.padEnd(58)} ${seconds(shown.started).padStart(8)}`)
    return result
  } catch (error) {
    settle(`✗ ${title}: failed after ${seconds(shown.started)}`)
    throw error
  }
}

function show(shown) {
  running.add(shown)
  timer ??= setInterval(draw, 100)
}

function hide(shown) {
  running.delete(shown)
  if (running.size > 0) return
  clearInterval(timer)
  timer = undefined
}

function draw() {
  const parts = [...running].map(
    ({ title, started, detail }) => `${title} · ${seconds(started)}${detail && ` · ${detail}`}`,
  )
  const line = `${FRAMES[frame++ % FRAMES.length]} ${parts.join(" | ")}`
  process.stdout.write(`${CLEAR_LINE}${line.slice(0, (process.stdout.columns ?? 80) - 1)}`)
}

/**
 * Prints what went wrong and what to do about it.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof UserError) console.error(`\n${error.message}\n→ ${error.remedy}`)
  else console.error(`\n${error instanceof Error ? (error.stack ?? error.message) : error}`)
}

/**
 * Whether the person says yes; null without a terminal, where nobody can be asked.
 * @param {string} question
 * @returns {Promise<boolean | null>}
 */
export async function confirm(question) {
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new AbortController()
  terminal.once("SIGINT", () => ended.abort())
  const answer = await terminal
    .question(`${question} [y/N] `, { signal: ended.signal })
    .catch(() => "")
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

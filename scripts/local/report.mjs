// What the commands tell the person in front of them. Plain JavaScript: used before installation.

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

/** A failure whose cause is known, with what to do about it. */
export class UserError extends Error {
  constructor(message, remedy) {
    super(message)
    this.name = "UserError"
    this.remedy = remedy
  }
}

/**
 * Runs one step of a command. On a terminal a line shows the detail and the seconds while it runs;
 * elsewhere its start, when it takes long, and its end are printed.
 */
export async function step(title, work) {
  const started = performance.now()
  const live = process.stdout.isTTY === true
  let detail = ""
  let closing = title
  let frame = 0
  const draw = () => {
    const line = `${FRAMES[frame++ % FRAMES.length]} ${title} · ${seconds(started)}${detail && ` · ${detail}`}`
    process.stdout.write(`\r\u001b[2K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`)
  }
  const timer = live ? setInterval(draw, 100) : undefined
  const announced = live ? undefined : setTimeout(() => console.log(`… ${title}`), 1_000)
  const settle = (line) => {
    clearInterval(timer)
    clearTimeout(announced)
    process.stdout.write(`${live ? "\r\u001b[2K" : ""}${line}\n`)
  }
  try {
    const result = await work({
      progress: (text) => {
        detail = text
      },
      done: (text) => {
        closing = text
      },
    })
    settle(`✓ ${closing.padEnd(58)} ${seconds(started).padStart(8)}`)
    return result
  } catch (error) {
    settle(`✗ ${title}: failed after ${seconds(started)}`)
    throw error
  }
}

/** Prints what went wrong and what to do about it. */
export function explain(error) {
  if (error instanceof UserError) console.error(`\n${error.message}\n→ ${error.remedy}`)
  else console.error(`\n${error instanceof Error ? (error.stack ?? error.message) : error}`)
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

// Everything a command started is undone, newest first, however the command ends. Plain JavaScript:
// used before installation.

/**
 * @typedef {{
 *   acquire: <T>(start: () => T | PromiseLike<T>, undo: (thing: T) => unknown) => Promise<T>,
 *   add: (undo: () => unknown) => void,
 *   end: (code: number, lastLine?: string) => Promise<never>,
 *   isEnding: () => boolean,
 * }} Shutdown
 */

/**
 * Takes over the signals that end a process. A second Ctrl-C changes nothing: each undoing has its
 * own time limit.
 * @param {{ onSignal?: () => void, signalCode?: number }} [options]
 * @returns {Shutdown}
 */
export function createShutdown({ onSignal = () => {}, signalCode = 0 } = {}) {
  /** @type {(() => unknown)[]} */
  const undoings = []
  /** @type {Set<Promise<unknown>>} */
  const starting = new Set()
  /** @type {Promise<never> | undefined} */
  let ending

  /**
   * @param {number} code
   * @param {string} [lastLine]
   */
  const run = async (code, lastLine) => {
    await Promise.allSettled(starting)
    for (const undo of undoings.reverse()) {
      try {
        await undo()
      } catch (error) {
        console.error(error)
      }
    }
    if (lastLine) console.log(lastLine)
    return process.exit(code)
  }
  /**
   * @param {number} code
   * @param {string} [lastLine]
   */
  const end = (code, lastLine) => {
    ending ??= run(code, lastLine)
    return ending
  }
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => {
      if (!ending) onSignal()
      end(signalCode)
    })
  }

  return {
    end,
    isEnding: () => ending !== undefined,
    add: (undo) => {
      undoings.push(undo)
    },
    // A start that is running at the end is awaited and undone like the rest.
    async acquire(start, undo) {
      if (ending) throw new Error("The command is ending")
      const begun = (async () => {
        const thing = await start()
        undoings.push(() => undo(thing))
        return thing
      })()
      starting.add(begun)
      try {
        return await begun
      } finally {
        starting.delete(begun)
      }
    },
  }
}

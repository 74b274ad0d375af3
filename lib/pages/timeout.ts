/** The work continues, but nobody waits for it. */
export class LateError extends Error {
  override name = "LateError"
}

/** Rejects when the work takes longer. */
export function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new LateError(`No answer of the database within ${milliseconds} ms`))
    const timer = setTimeout(late, milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

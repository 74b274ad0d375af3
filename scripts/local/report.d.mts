/** A failure whose cause is known, with what to do about it. */
export class UserError extends Error {
  readonly remedy: string
  constructor(message: string, remedy: string)
}

type Tell = {
  /** What is being done at the moment. */
  progress: (detail: string) => void
  /** The line that stands when the step has succeeded; its title unless told. */
  done: (title: string) => void
}

export function step<T>(title: string, work: (tell: Tell) => T | Promise<T>): Promise<T>

export function explain(error: unknown): void

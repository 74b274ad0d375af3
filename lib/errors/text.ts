/** An error for the user, with its remedy. */
export type ErrorText = {
  sentence: string
  remedy: string
  /** A remedy with the figures of a contract's error; null where they do not help. */
  exactRemedy?: (args: readonly unknown[]) => string | null
}

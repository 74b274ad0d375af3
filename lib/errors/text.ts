/** What went wrong, and what the user can do about it. */
export type ErrorText = {
  sentence: string
  remedy: string
  /** A remedy that names the figures of a contract's error; null where they help nobody. */
  exactRemedy?: (args: readonly unknown[]) => string | null
}

/** Colours of the lines of a course, told apart in both themes; a name and a figure stand beside each. */
export const outcomeColors = [
  "var(--accent)",
  "var(--coral)",
  "var(--sand)",
  "var(--kelp)",
  "var(--muted)",
  "var(--ink)",
] as const

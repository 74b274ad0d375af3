/** Line colors, distinguishable in both themes; each is shown with a name. */
export const outcomeColors = [
  "var(--accent)",
  "var(--coral)",
  "var(--sand)",
  "var(--kelp)",
  "var(--muted)",
  "var(--ink)",
] as const

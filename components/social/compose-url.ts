/** X's form for a new post, filled with the text. */
export const composeUrl = (text: string) =>
  `https://x.com/intent/post?${new URLSearchParams({ text })}`

/** Counts the rows of the current UTC day. */
export function countToday(rows: readonly { createdAt: string }[], now = new Date()): number {
  const day = now.toISOString().slice(0, 10)
  return rows.filter(({ createdAt }) => createdAt.startsWith(day)).length
}

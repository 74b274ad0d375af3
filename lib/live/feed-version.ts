/** What one process has heard of at some moment: which time of listening, and how many changes in it. */
export const formatFeedVersion = (id: string, count: number) => `${id}.${count}`

/** How many changes a mark of this time of listening stands for; null when it is of another, or is none. */
export function parseFeedVersion(version: string, id: string): number | null {
  const [versionId, digits = ""] = version.split(".")
  return versionId === id && id !== "" && /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

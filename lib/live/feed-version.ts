/** The id of a run of the listener, and the number of changes in it. */
export const formatFeedVersion = (id: string, count: number) => `${id}.${count}`

/** The number of changes in a version; null when it has another id or is malformed. */
export function parseFeedVersion(version: string, id: string): number | null {
  const [versionId, digits = ""] = version.split(".")
  return versionId === id && id !== "" && /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

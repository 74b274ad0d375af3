import { formatDuration } from "@/lib/format"

/** Whole days or hours as such: "30 days". */
export function formatVestDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return countOf(seconds / 86_400, "day")
  if (seconds % 3_600 === 0) return countOf(seconds / 3_600, "hour")
  return formatDuration(seconds)
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

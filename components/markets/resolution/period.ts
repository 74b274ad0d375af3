import { formatDuration } from "@/lib/format"

/** A duration without zero parts: "30 min", "24 h". */
export const formatPeriod = (seconds: number) =>
  formatDuration(seconds).replace(/ 0(0 s| min| h)$/, "")

import type { RecordList } from "./schema"

/** The page with the rows behind a figure of a track record. */
export const recordHref = (agentId: number, list: RecordList, page = 1) =>
  `/agents/${agentId}/record?rows=${list}${page > 1 ? `&page=${page}` : ""}`

import { fileOf } from "@/app/portfolio/_parts/file"
import { positionsCsv } from "@/lib/portfolio/positions-file"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = fileOf({
  summary: "All shares of prediction markets a wallet holds as comma-separated values",
  type: "text/csv; charset=utf-8",
  name: "positions",
  extension: "csv",
  content: positionsCsv,
})

import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportPositionsCsv } from "@/lib/portfolio/positions-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All shares of prediction markets a wallet holds as comma-separated values",
  type: "text/csv; charset=utf-8",
  name: "positions",
  extension: "csv",
  content: exportPositionsCsv,
})

import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportPositionsCsv, positionColumns } from "@/lib/portfolio/positions-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All shares of prediction markets a wallet holds",
  name: "positions",
  columns: positionColumns,
  format: "csv",
  content: exportPositionsCsv,
})

import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportPositionsJson } from "@/lib/portfolio/positions-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All shares of prediction markets a wallet holds as JSON",
  type: "application/json; charset=utf-8",
  name: "positions",
  extension: "json",
  content: exportPositionsJson,
})

import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportRoundsCsv } from "@/lib/portfolio/rounds-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All bets of a wallet in price rounds as comma-separated values",
  type: "text/csv; charset=utf-8",
  name: "rounds",
  extension: "csv",
  content: exportRoundsCsv,
})

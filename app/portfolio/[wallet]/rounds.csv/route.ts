import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportRoundsCsv, roundColumns } from "@/lib/portfolio/rounds-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All bets of a wallet in price rounds",
  name: "rounds",
  columns: roundColumns,
  format: "csv",
  content: exportRoundsCsv,
})

import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportHoldingsCsv, holdingColumns } from "@/lib/portfolio/holdings-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "USDB, tokens and debts of a wallet",
  name: "holdings",
  columns: holdingColumns,
  format: "csv",
  content: exportHoldingsCsv,
})

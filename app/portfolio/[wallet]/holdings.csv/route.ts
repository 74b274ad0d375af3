import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportHoldingsCsv } from "@/lib/portfolio/holdings-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "USDB, tokens and debts of a wallet as comma-separated values",
  type: "text/csv; charset=utf-8",
  name: "holdings",
  extension: "csv",
  content: exportHoldingsCsv,
})

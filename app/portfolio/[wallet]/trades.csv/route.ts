import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportTradesCsv } from "@/lib/portfolio/trades-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All trades of a wallet as comma-separated values",
  type: "text/csv; charset=utf-8",
  name: "trades",
  extension: "csv",
  content: exportTradesCsv,
})

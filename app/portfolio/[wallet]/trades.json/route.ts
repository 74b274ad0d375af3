import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportTradesJson, tradeColumns } from "@/lib/portfolio/trades-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All trades of a wallet",
  name: "trades",
  columns: tradeColumns,
  format: "json",
  content: exportTradesJson,
})

import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportTradesJson } from "@/lib/portfolio/trades-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All trades of a wallet as JSON",
  type: "application/json; charset=utf-8",
  name: "trades",
  extension: "json",
  content: exportTradesJson,
})

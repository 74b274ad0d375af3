import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportHoldingsJson } from "@/lib/portfolio/holdings-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "USDB, tokens and debts of a wallet as JSON",
  type: "application/json; charset=utf-8",
  name: "holdings",
  extension: "json",
  content: exportHoldingsJson,
})

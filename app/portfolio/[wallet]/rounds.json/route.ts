import { createExportRoute } from "@/app/portfolio/_parts/export-route"
import { exportRoundsJson } from "@/lib/portfolio/rounds-export"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = createExportRoute({
  summary: "All bets of a wallet in price rounds as JSON",
  type: "application/json; charset=utf-8",
  name: "rounds",
  extension: "json",
  content: exportRoundsJson,
})

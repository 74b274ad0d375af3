import { fileOf } from "@/app/portfolio/_parts/file"
import { tradesCsv } from "@/lib/portfolio/trades-file"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = fileOf({
  summary: "All trades of a wallet as comma-separated values",
  type: "text/csv; charset=utf-8",
  name: "trades",
  extension: "csv",
  content: tradesCsv,
})

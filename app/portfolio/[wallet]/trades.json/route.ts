import { fileOf } from "@/app/portfolio/_parts/file"
import { tradesJson } from "@/lib/portfolio/trades-file"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = fileOf({
  summary: "All trades of a wallet as JSON",
  type: "application/json; charset=utf-8",
  name: "trades",
  extension: "json",
  content: tradesJson,
})

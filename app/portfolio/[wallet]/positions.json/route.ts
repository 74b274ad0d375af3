import { fileOf } from "@/app/portfolio/_parts/file"
import { positionsJson } from "@/lib/portfolio/positions-file"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = fileOf({
  summary: "All shares of prediction markets a wallet holds as JSON",
  type: "application/json; charset=utf-8",
  name: "positions",
  extension: "json",
  content: positionsJson,
})

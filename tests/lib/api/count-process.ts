// Counts requests of a client, all at once, and sends back what each was told: what another web process does.
import { countRequest } from "@/lib/api/rate-limit"

const [id = "", times = "0"] = process.argv.slice(2)
process.send?.("ready")
process.once("message", async () => {
  const results = await Promise.all(
    Array.from({ length: Number(times) }, () => countRequest("key", id)),
  )
  process.send?.(results, () => process.exit(0))
})

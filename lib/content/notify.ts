import { pool } from "@/lib/db/client"
import { NOTIFY_CHANNEL } from "@/lib/live/schema"

/** Has open pages that show the token read themselves again. */
export async function notifyTokenChanged(address: string) {
  const notice = JSON.stringify({ block: null, head: null, tokens: [address] })
  await pool().query("select pg_notify($1, $2)", [NOTIFY_CHANNEL, notice])
}

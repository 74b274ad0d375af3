import { pool } from "@/lib/db/client"
import { type Progress, progress } from "./schema"

/** USDB counts however it came: by the faucet, or from another wallet. */
const PROGRESS = `
  select (
    exists (select 1 from faucet_claim where "user" = $1)
    or exists (select 1 from trade where "user" = $1)
  ) as "hasUsdb", exists (select 1 from trade where "user" = $1) as "hasTraded"`

/** How far a wallet is in its first steps. */
export async function findProgress(wallet: string): Promise<Progress> {
  const { rows } = await pool().query(PROGRESS, [wallet])
  return progress.parse(rows[0])
}

import { sql } from "kysely"
import { db, dbOn, transaction } from "@/lib/db/client"
import type { Lease } from "@/lib/db/lease"
import { statement } from "@/lib/db/statement"

/** A keeper counts as running for this long after its last round. */
const FRESH_SECONDS = 60

const readStatus = statement({}, () =>
  db
    .selectFrom("keeper_status")
    .select(({ ref }) => [
      "address",
      "checked_at as checkedAt",
      "failure",
      sql<boolean>`${ref("checked_at")} > now() - make_interval(secs => ${sql.lit(FRESH_SECONDS)})`.as(
        "isRunning",
      ),
    ])
    .where("id", "=", 1),
)

/** The keeper's last round; undefined where no keeper has ever run. */
export async function findKeeperStatus() {
  const [status] = await readStatus({})
  return status
}

/** Notes a round: null when nothing failed. With a lease, only while it is held. */
export async function storeKeeperStatus(
  address: string,
  failure: string | null,
  lease?: Lease,
): Promise<void> {
  const row = { address, failure, checked_at: sql<Date>`now()` }
  await transaction(async (client) => {
    if (lease) await client.query(lease.assertion)
    await dbOn(client)
      .insertInto("keeper_status")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute()
  })
}

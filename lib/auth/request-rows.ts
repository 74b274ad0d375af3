import { type RawBuilder, type Selectable, sql } from "kysely"
import { db } from "@/lib/db/client"
import { positionText } from "@/lib/db/position"
import { statement } from "@/lib/db/statement"
import type { RevokedSessionTable } from "@/lib/generated/database"

/** Reads for every request with an API key or a session, before an answer that is often cached: compiled statements. */

const splitAtCommas = (text: RawBuilder<string>) => sql<string[]>`string_to_array(${text}, ',')`

/** `hashes` are joined by commas: a statement with a list is planned each time, which takes longer than this query. */
export const selectKeys = statement({ hashes: "text" }, ({ hashes }) =>
  db
    .selectFrom("api_key")
    .select(({ ref }) => [
      "id",
      "wallet",
      sql<string>`encode(${ref("hash")}, 'hex')`.as("hash"),
      "last_used_at as lastUsedAt",
      "position",
    ])
    .where("hash", "in", sql<Buffer>`(select decode(unnest(${splitAtCommas(hashes)}), 'hex'))`),
)

export type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number]

/** Stores the position of now, and answers it. */
export const notePosition = statement({ id: "text" }, ({ id }) =>
  db
    .updateTable("api_key")
    .set({ position: positionText })
    .where("id", "=", id)
    .returning("position"),
)

/**
 * The sign-in that ended the session or its predecessor, the wallets that joined it, and since when its wallets are
 * signed out everywhere.
 */
export const selectRevocations = statement(
  { id: "text", parent: "text", addresses: "text[]" },
  ({ id, parent, addresses }) =>
    db
      .selectFrom("revoked_session")
      .select([
        "id",
        sql<string | null>`null`.as("wallet"),
        "expires_at as at",
        "wallets as joined",
      ])
      .where("id", "in", [id, parent])
      .unionAll(
        db
          .selectFrom("wallet_sign_out")
          .select([sql<string>`''`.as("id"), sql<string | null>`wallet`.as("wallet"), "at"])
          .select(sql<Selectable<RevokedSessionTable>["wallets"]>`null::jsonb`.as("joined"))
          .where("wallet", "=", sql<string>`any(${addresses})`),
      ),
)

import { sql } from "kysely"
import { db } from "./client"
import type { Placeholders } from "./statement"

/** The lists of a wallet whose rows the database counts (triggers of migration `loans_vault_vesting`). */
type CountedList = "loans" | "loan_events" | "vault_events" | "vesting_events"

const labels = { wallet: "text", sources: "text[]", kinds: "text[]" } as const

/** The number of a wallet's rows with these labels in a list. */
export const countListRows = (
  list: CountedList,
  { wallet, sources, kinds }: Placeholders<typeof labels>,
) =>
  db
    .selectFrom("list_count as c")
    .select(({ ref }) => sql<string>`coalesce(sum(${ref("c.rows")}), 0)`.as("total"))
    .where("c.wallet", "=", wallet)
    .where("c.list", "=", sql.lit(list))
    .where(({ ref }) => sql<boolean>`${ref("c.source")} = any(${sources})`)
    .where(({ ref }) => sql<boolean>`${ref("c.kind")} = any(${kinds})`)

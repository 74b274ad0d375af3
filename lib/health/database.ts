import { coalesce } from "@/lib/api/coalesce"
import { db } from "@/lib/db"

/** Whether the database answers now. */
export const isDatabaseThere = () =>
  coalesce("database", () =>
    db()
      .pool.query("select 1")
      .then(
        () => true,
        () => false,
      ),
  )

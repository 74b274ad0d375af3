import { coalesce } from "@/lib/api/coalesce"
import { pool } from "@/lib/db/client"

/** Whether the database answers now. */
export const isDatabaseReachable = () =>
  coalesce("database", () =>
    pool()
      .query("select 1")
      .then(
        () => true,
        () => false,
      ),
  )

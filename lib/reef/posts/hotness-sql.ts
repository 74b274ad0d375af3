import { type Expression, sql } from "kysely"
import { AGE_OFFSET_HOURS, GRAVITY } from "./math"

/** `computeHotness` in SQL. */
export const hotnessSql = (
  score: Expression<number>,
  createdAt: Expression<Date>,
  now: Expression<Date>,
) =>
  sql<number>`${score} / power(
    greatest(extract(epoch from ${now} - ${createdAt}), 0)::float8 / 3600
    + ${sql.lit(AGE_OFFSET_HOURS)}, ${sql.lit(GRAVITY)})`

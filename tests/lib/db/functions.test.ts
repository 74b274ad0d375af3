import { expect, test } from "vitest"
import { pool } from "@/lib/db/client"

/** Functions of the migrations cost nothing as long as the planner puts their expression into the query. */
test.each([
  ["market_status", "select market_status(m, $1) from market m", "2026-01-01"],
  ["market_pool_is_open", "select market_pool_is_open(m, $1) from market m", "2026-01-01"],
  ["market_veto_ends_at", "select market_veto_ends_at(m) from market m where m.token = $1", "0x1"],
  [
    "market_status",
    "select market_status(m, now()) from token t left join market m on m.token = t.address where t.address = $1",
    "0x1",
  ],
  [
    "token_price",
    "select p.in_usd, p.liquidity_usd from token t cross join lateral token_price(t, $1) p",
    "0x1",
  ],
  [
    "token_start_price",
    "select p.quote1, p.liquidity_usd from token t cross join lateral token_start_price(t, $1) p",
    "0x1",
  ],
  [
    "token_price_day_ago",
    "select p.in_usd from token t cross join lateral token_price_day_ago(t, $1) p",
    "0x1",
  ],
  [
    "newest_surge",
    "select s.ends_at from token t left join lateral newest_surge(t.address) s on true where t.address = $1",
    "0x1",
  ],
])("%s becomes part of the query: %s", async (name, text, value) => {
  const { rows } = await pool().query(`explain (verbose, costs off) ${text}`, [value])
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
  expect(plan).not.toContain(`${name}(`)
  expect(plan).not.toContain("Function Scan")
})

test("the price at a launch is found by the index of the main token's rows, wherever they are", async () => {
  const client = await pool().connect()
  try {
    await client.query("begin")
    // The planner expects one of the main token's soon, while all of them are behind the others.
    await client.query(`insert into pool_sync (id, tx_id, time, token, reserve0, reserve1)
      select n, n, now(), case when n <= 10000 then '0x1' else '0x2' end, 1, 1
      from generate_series(1, 20000) n`)
    await client.query("analyze pool_sync")
    const { rows } = await client.query(
      "explain (costs off) select p.quote1 from token t cross join lateral token_start_price(t, '0x1') p",
    )
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan).toContain("pool_sync_token_id_idx")
    expect(plan).not.toContain("pool_sync_pkey")
  } finally {
    await client.query("rollback")
    client.release()
  }
})

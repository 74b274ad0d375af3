import type pg from "pg"
import { replacePool } from "@/lib/db/client"
import { resizeChunks } from "@/lib/profiles/ranks/chunks"

/** Wallets of which each has a name, and few totals, so that ties are frequent. */
const WALLET = "'0x' || md5(n::text) || lpad(to_hex(n), 8, '0')"
const TOTAL = "(500 + (n::bigint * 7919) % 400000) / 100 * 100"
const REACHED = "timestamptz '2026-01-01' + (n::bigint * 104729) % 2592000 * interval '1 second'"

/** Fills an empty database, and answers the wallet in the middle of the order. */
export async function fillRanks(pool: pg.Pool, wallets: number): Promise<string> {
  replacePool(pool)
  await pool.query(
    `insert into wallet_points (wallet, total, reached_at, computed_at)
    select ${WALLET}, ${TOTAL}, ${REACHED}, now() from generate_series(1, ${wallets}) n`,
  )
  await resizeChunks(pool)
  await pool.query(
    `insert into profile (wallet, username, username_key)
    select ${WALLET}, 'user_' || n, 'user_' || n from generate_series(1, ${wallets}) n`,
  )
  const { rows } = await pool.query<{ wallet: string }>(
    `select wallet from wallet_points order by -total, reached_at, wallet
    limit 1 offset ${Math.floor(wallets / 2)}`,
  )
  const wallet = rows[0]?.wallet ?? ""
  await pool.query(
    `insert into referral (wallet, referrer, event_id, set_at)
    select ${WALLET}, $1, n, now() from generate_series(1, ${wallets}, ${wallets / 20}) n
    where ${WALLET} <> $1`,
    [wallet],
  )
  await pool.query("vacuum analyze")
  return wallet
}

let moment = 0

/** New totals of 200 wallets, as one batch of the computation writes them. */
export async function writePoints(pool: pg.Pool, wallets: number): Promise<void> {
  const step = Math.floor(wallets / 200)
  moment++
  await pool.query(
    `insert into wallet_points (wallet, total, reached_at, computed_at)
    select ${WALLET}, ${TOTAL} + $1, ${REACHED}, now()
    from generate_series(1, ${wallets}, ${step}) n
    on conflict (wallet) do update set total = excluded.total`,
    [moment],
  )
  await resizeChunks(pool)
}

import { createHash } from "node:crypto"
import type { ClientBase, Pool } from "pg"
import { deleteRows } from "@/tests/helpers/delete-rows"

/** Every table of the index with the columns that must not depend on how it came about. */
const tables = {
  tx: "*",
  token_creation: "*",
  trade: "*",
  pool_sync: "*",
  transfer: "*",
  whitelist_event: "*",
  surge_start: "*",
  surge_end: "*",
  market_creation: "*",
  share_trade: "*",
  order_event: "*",
  market_event: "*",
  market: "*",
  market_outcome: "*",
  market_flow: "*",
  market_order: "*",
  market_order_count: "*",
  share_holder: "*",
  loan_event: "*",
  loan: "*",
  open_loans: "*",
  vault_event: "*",
  yield_injection: "*",
  vault_balance: "*",
  vault_price: "*",
  vesting_event: "*",
  vesting_reading: "*",
  vesting_schedule: "*",
  vesting_party: "*",
  list_count: "*",
  wallet_trades: "*",
  updown_start: "*",
  updown_bet: "*",
  updown_end: "*",
  updown_claim: "*",
  updown_round: "*",
  updown_position: "*",
  updown_wallet: "*",
  agent_event: "*",
  agent_feedback: "*",
  feedback_revocation: "*",
  feedback_response: "*",
  agent_identity: "*",
  agent: "*",
  agent_award: "*",
  faucet_claim: "*",
  referrer_set: "*",
  whitelist_entry: "*",
  whitelist_count: "*",
  whitelist_removal: "*",
  holder: "*",
  // As of which block it was read depends on when the follower came to rest.
  token_reading: "token, frozen, bonding_target, bonding_needed, has_bonded",
  candle: "*",
  referral: "*",
  // Project ids are assigned once, in order of arrival.
  token: `address, name, symbol, dev, multiplier, is_prediction, prediction_type, base_reserve0,
    base_reserve1, created_at, created_block, sync_id, reserve0, reserve1, first_sync_id,
    first_reserve1, trade_count, holder_count, holder_supply, last_activity_at`,
}

export type Dump = Record<string, string[]>

/** All rows of the index as text, in order. */
export async function dump(client: Pool | ClientBase): Promise<Dump> {
  const parts = Object.entries(tables).map(([table, columns]) => {
    return `select '${table}' as name, coalesce(
      array_agg(line::text collate "C" order by line::text collate "C"), '{}') as rows
      from (select ${columns} from ${table}) line`
  })
  const query = client.query as (
    text: string,
  ) => Promise<{ rows: { name: string; rows: string[] }[] }>
  const { rows } = await query.call(client, parts.join(" union all "))
  return Object.fromEntries(rows.map(({ name, rows: lines }) => [name, lines]))
}

export function digest(tablesDump: Dump): string {
  return createHash("sha256").update(JSON.stringify(tablesDump)).digest("hex")
}

export async function emptyIndex(client: Pool | ClientBase) {
  await deleteRows(client, [
    ...Object.keys(tables),
    "token_day",
    "market_day",
    "pulse_count",
    "positions_day",
    ...["points_day", "wallet_points", "points_due", "creation_award", "creation_due"],
    "project",
    "block",
    "index_cursor",
    ...["index_failure", "unreadable_log"],
  ])
}

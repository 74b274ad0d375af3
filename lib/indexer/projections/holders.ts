import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { toArrayLiteral } from "@/lib/indexer/bulk-writes"
import type { TransferRow } from "@/lib/indexer/event-rows"

type TransferAmount = Pick<TransferRow, "token" | "from" | "to" | "value">
type BalanceChange = { token: string; wallet: string; change: bigint }

/**
 * Moves balances along these transfers, or back with `sign` -1, and counts holders anew. Transfers of
 * `unlisted` change nothing: its holders are not kept. Sums do not mind the order, so a balance may be
 * below zero while an earlier transfer is still unknown.
 */
export async function moveBalances(
  client: ClientBase,
  transfers: readonly TransferAmount[],
  { sign, unlisted }: { sign: 1n | -1n; unlisted: string },
): Promise<void> {
  const changes = sumBalanceChanges(transfers, unlisted).filter(({ change }) => change !== 0n)
  if (changes.length === 0) return
  for (const entry of changes) entry.change *= sign
  const keys = [toArrayLiteral(changes, "token"), toArrayLiteral(changes, "wallet")]
  await client.query(
    `with changes as (
      select * from unnest($1::text[], $2::text[], $3::numeric[]) as rows (token, wallet, change)
    ), moved as (
      insert into holder as h (token, wallet, balance) select * from changes
      on conflict (token, wallet) do update set balance = h.balance + excluded.balance
      returning token, wallet, balance
    ), counted as (
      select token, count(*) filter (where balance > 0 and balance - change <= 0)
        - count(*) filter (where balance <= 0 and balance - change > 0) as more
      from moved join changes using (token, wallet) group by token
    )
    update token t set holder_count = holder_count + more
    from counted where t.address = counted.token and more <> 0`,
    [...keys, toArrayLiteral(changes, "change")],
  )
  await client.query(
    `delete from holder h using unnest($1::text[], $2::text[]) as rows (token, wallet)
    where h.token = rows.token and h.wallet = rows.wallet and h.balance = 0`,
    keys,
  )
}

/** What each wallet gained or lost. The zero address mints and burns; it holds nothing. */
function sumBalanceChanges(
  transfers: readonly TransferAmount[],
  unlisted: string,
): BalanceChange[] {
  const changes = new Map<string, BalanceChange>()
  const add = (token: string, wallet: string, value: bigint) => {
    if (wallet === zeroAddress) return
    const key = token + wallet
    const entry = changes.get(key)
    if (entry) entry.change += value
    else changes.set(key, { token, wallet, change: value })
  }
  for (const { token, from, to, value } of transfers) {
    if (token === unlisted || value === 0n) continue
    add(token, from, -value)
    add(token, to, value)
  }
  return [...changes.values()]
}

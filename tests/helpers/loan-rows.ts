import type { PoolClient } from "pg"
import { pool } from "@/lib/db/client"
import { refreshLoans } from "@/lib/indexer/projections/loans"
import { refreshSchedules } from "@/lib/indexer/projections/vesting"
import type { LoanAction, LoanSource } from "@/lib/loans/constants"
import { WAD } from "@/lib/units"
import type { VaultAction } from "@/lib/vault/constants"
import type { VestingAction } from "@/lib/vesting/constants"
import { addressOf, insertTx, MAIN } from "./rows"

/** Rows of loans, the vault and vesting as the indexer leaves them; what is derived is derived by its own code. */

export type RowPosition = { time?: Date; number?: number; log?: number }

export async function withClient<T>(work: (client: PoolClient) => Promise<T>) {
  const client = await pool().connect()
  return work(client).finally(() => client.release())
}

/** The loan hub of these rows: whose core loans are. */
export const HUB = addressOf(0x4b)

const CREATED = Date.UTC(2026, 4, 1) / 1_000

type NewLoanEvent = RowPosition & {
  wallet: string
  loanId?: number
  source?: LoanSource
  action?: LoanAction
  hubId?: number | null
  vestingId?: number | null
  data?: Record<string, string | number | boolean>
  token?: string
  collateral?: bigint
  fullAmount?: bigint
  borrowedAmount?: bigint
  creationTime?: number
  liquidationTime?: number
  liquidated?: boolean
  active?: boolean
}

/** An event of a loan with the state it leaves, and the loan itself. */
export async function insertLoanEvent({ wallet, time, number, log, ...fields }: NewLoanEvent) {
  const tx = await insertTx(positionOf({ time, number, log }))
  const { source = "hub", loanId = 1 } = fields
  const isLeverage = source === "leverage"
  const row = {
    ...{ action: "created" as LoanAction, vestingId: null, data: {}, token: MAIN },
    ...{ hubId: isLeverage ? null : loanId, collateral: 10n * WAD, fullAmount: 5n * WAD },
    ...{ borrowedAmount: 4n * WAD, creationTime: CREATED },
    ...{ liquidationTime: CREATED + 30 * 86_400, liquidated: false, active: true },
    ...fields,
  }
  const borrower = isLeverage ? wallet : HUB
  await pool().query(
    `insert into loan_event (id, tx_id, time, source, action, wallet, borrower, loan_id, hub_id,
      vesting_id, data, token, collateral, full_amount, borrowed_amount, creation_time,
      liquidation_time, liquidated, active)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      ...[tx.id, tx.txId, tx.time, source, row.action, wallet, borrower, loanId, row.hubId],
      ...[row.vestingId, JSON.stringify(row.data), row.token, row.collateral, row.fullAmount],
      ...[row.borrowedAmount, row.creationTime, row.liquidationTime, row.liquidated, row.active],
    ],
  )
  await withClient((client) => refreshLoans(client, [{ borrower, loanId }]))
  return { ...row, ...tx, wallet, borrower, source, loanId }
}

type NewVaultEvent = RowPosition & {
  wallet: string
  action: VaultAction
  amount?: bigint
  amountOut?: bigint | null
}

export async function insertVaultEvent({
  wallet,
  action,
  amount = WAD,
  amountOut = null,
  ...place
}: NewVaultEvent) {
  const tx = await insertTx(positionOf(place))
  await pool().query(
    `insert into vault_event (id, tx_id, time, wallet, action, amount, amount_out)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.id, tx.txId, tx.time, wallet, action, amount, amountOut],
  )
  return { ...tx, wallet, action, amount, amountOut }
}

type NewVestingEvent = RowPosition & {
  wallet: string
  creator?: string
  beneficiary?: string
  vestingId?: number
  action?: VestingAction
  amount?: bigint
  token?: string
  data?: Record<string, string | number | boolean>
}

/** An event of a schedule with the schedule it leaves. */
export async function insertVestingEvent({
  wallet,
  creator = wallet,
  beneficiary = addressOf(0xbe),
  vestingId = 1,
  action = "created",
  amount = WAD,
  token = MAIN,
  data = {},
  ...place
}: NewVestingEvent) {
  const tx = await insertTx(positionOf(place))
  await pool().query(
    `insert into vesting_event (id, tx_id, time, vesting_id, action, wallet, token, amount, data)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.id, tx.txId, tx.time, vestingId, action, wallet, token, amount, JSON.stringify(data)],
  )
  await pool().query(
    `insert into vesting_reading (id, tx_id, vesting_id, creator, beneficiary, token, ecosystem,
      total_amount, claimed_amount, start_time, duration_days, unlock_time, is_gradual,
      active_loan_id, memo, time_unit)
    values ($1, $2, $3, $4, $5, $6, $8, $7, 0, 0, 10, 0, true, 0, '', 0)`,
    [tx.id, tx.txId, vestingId, creator, beneficiary, token, amount, MAIN],
  )
  await withClient((client) =>
    refreshSchedules(client, { events: [Number(tx.id)], schedules: [vestingId] }),
  )
  return { ...tx, wallet, vestingId, action, amount }
}

const positionOf = ({
  time,
  number,
  log,
}: { [K in keyof RowPosition]: RowPosition[K] | undefined }) => ({
  ...(time && { time }),
  ...(number && { number }),
  ...(log && { log }),
})

import type { Address } from "viem"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import type {
  ActionRequest,
  TransactionRequest,
} from "@/components/wallet/transactions/quoted-action"
import { toAddress } from "@/lib/chain/browser"
import { withAllowance } from "@/lib/chain/call"
import { formatAmount } from "@/lib/format"
import { type Beneficiary, MAX_BATCH } from "@/lib/vesting/beneficiaries"
import { createSchedulesCall, sumAmounts } from "@/lib/vesting/creation-calls"
import type { NewTerms } from "@/lib/vesting/new-terms"

const KEY = "atoll.vesting.plan"

/** Schedules that were confirmed in the form, and how many of their transactions are mined. */
export type Plan = {
  id: string
  chainId: number
  /** The creator. */
  wallet: string
  token: string
  symbol: string
  terms: NewTerms
  beneficiaries: Beneficiary[]
  /** Transactions that are mined: the first ones. */
  done: number
}

/** The plan of this browser; null without one. */
export function loadPlan(): Plan | null {
  try {
    const text = readLocalStorage(KEY)
    return text === null ? null : parsePlan(JSON.parse(text, revive))
  } catch {
    return null
  }
}

export function savePlan(plan: Plan | null) {
  writeLocalStorage(KEY, plan && JSON.stringify(plan, replace))
}

const replace = (_: string, value: unknown) =>
  typeof value === "bigint" ? { bigint: `${value}` } : value

const revive = (_: string, value: unknown) =>
  isRecord(value) && typeof value.bigint === "string" ? BigInt(value.bigint) : value

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** Null for what another version has written. */
function parsePlan(value: unknown): Plan | null {
  if (!isRecord(value)) return null
  const { id, chainId, wallet, token, symbol, terms, beneficiaries, done } = value
  if (typeof id !== "string" || typeof chainId !== "number" || typeof done !== "number") return null
  if (typeof wallet !== "string" || typeof token !== "string" || typeof symbol !== "string") {
    return null
  }
  if (!isTerms(terms) || !Array.isArray(beneficiaries)) return null
  const rows: unknown[] = beneficiaries
  if (!rows.every(isBeneficiary)) return null
  return { id, chainId, wallet, token, symbol, terms, beneficiaries: rows, done }
}

function isTerms(value: unknown): value is NewTerms {
  if (!isRecord(value)) return false
  if (value.isGradual === false) return typeof value.unlockTime === "bigint"
  const { startTime, days, timeUnit } = value
  const hasStart = startTime === null || typeof startTime === "bigint"
  return hasStart && typeof days === "bigint" && typeof timeUnit === "number"
}

const isBeneficiary = (value: unknown): value is Beneficiary =>
  isRecord(value) &&
  typeof value.wallet === "string" &&
  typeof value.amount === "bigint" &&
  typeof value.memo === "string"

/** The parts of a plan, one for each transaction. */
export function listBatches({ beneficiaries }: Plan): Beneficiary[][] {
  const count = Math.ceil(beneficiaries.length / MAX_BATCH)
  return Array.from({ length: count }, (_, at) =>
    beneficiaries.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH),
  )
}

export const batchName = ({ id }: Plan, index: number) => `vesting.create.${id}.${index}`

type SendContext = { vesting: Address; mainToken: Address; now: bigint; fee: bigint }

/** The transaction of one part. Approved is what this and the later parts need. */
export function createBatchRequest(
  plan: Plan,
  index: number,
  { vesting, mainToken, now, fee }: SendContext,
): TransactionRequest {
  const batches = listBatches(plan)
  const rows = batches[index] ?? []
  const amount = sumAmounts(rows)
  const count = rows.length === 1 ? "1 schedule" : `${rows.length} schedules`
  const token = toAddress(plan.token)
  const prepared = createSchedulesCall(
    { vesting, mainToken },
    { terms: plan.terms, rows, token, now, fee },
  )
  return {
    ...withAllowance(prepared, sumAmounts(batches.slice(index).flat())),
    title: `Create ${count} of ${formatAmount(amount)} ${plan.symbol}`,
    action: batchAction(plan, index),
  }
}

/** A part of one schedule for the quote, which takes one at a time; null for several. */
export function batchAction(plan: Plan, index: number): ActionRequest | null {
  const [row, ...others] = listBatches(plan)[index] ?? []
  if (!row || others.length > 0) return null
  const { terms, token } = plan
  const { wallet: beneficiary, amount, memo } = row
  const schedule = { action: "vesting.create" as const, token, beneficiary, amount: `${amount}` }
  if (!terms.isGradual) return { ...schedule, memo, unlockTime: Number(terms.unlockTime) }
  return {
    ...{ ...schedule, memo, durationInDays: Number(terms.days), timeUnit: terms.timeUnit },
    ...(terms.startTime !== null && { startTime: Number(terms.startTime) }),
  }
}

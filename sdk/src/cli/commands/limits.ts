import { actionFields } from "../../generated/actions"
import { DailySpending } from "../../signing/daily-spending"
import {
  formatUsdb,
  isUsdb,
  type Limits,
  MOST_SLIPPAGE_BP,
  parseUsdb,
  toLimitsJson,
} from "../../signing/limits"
import { readLimits, writeLimits } from "../../signing/limits-file"
import type { Context } from "../context"
import { UsageError } from "../exit-codes"
import { formatTable } from "../output"

export type LimitOptions = {
  perAction?: string
  perDay?: string
  confirmAbove?: string
  maxSlippage?: string
  actions?: string
  expires?: string
  dryRun?: boolean
}

/** Shows the limits of this computer's signer, and changes the named ones. "none" removes a limit. */
export async function limits(
  context: Context,
  { dryRun = false, ...options }: LimitOptions,
): Promise<void> {
  const { limitsFile } = context
  const before = await readLimits(limitsFile)
  const after = change(before, options)
  const isChanged = Object.values(options).some((each) => each !== undefined)
  if (isChanged && !dryRun) await writeLimits(limitsFile, after)
  const spent = await new DailySpending(limitsFile).spentOn(new Date())
  const data = { file: limitsFile, ...toLimitsJson(after), spentToday: formatUsdb(spent) }
  const kept = `${dryRun ? "Not kept" : "Kept"} in ${limitsFile}\n`
  context.print(dryRun ? { dryRun, ...data } : data, () => `${describe(after, spent)}${kept}`)
}

function change(limits: Limits, options: Omit<LimitOptions, "dryRun">): Limits {
  const { perAction, perDay, confirmAbove, maxSlippage, actions, expires } = options
  return {
    maxPerAction: perAction === undefined ? limits.maxPerAction : readAmount(perAction),
    maxPerDay: perDay === undefined ? limits.maxPerDay : readAmount(perDay),
    confirmAbove: confirmAbove === undefined ? limits.confirmAbove : readAmount(confirmAbove),
    maxSlippageBp: maxSlippage === undefined ? limits.maxSlippageBp : readSlippage(maxSlippage),
    actions: actions === undefined ? limits.actions : readActions(actions),
    expires: expires === undefined ? limits.expires : readTime(expires),
  }
}

const NONE = "none"

function readAmount(text: string): bigint | null {
  if (text === NONE) return null
  if (isUsdb(text)) return parseUsdb(text)
  throw new UsageError(`${text} is not an amount of USDB such as 12.5, or none`)
}

/** "3" percent in basis points. */
function readSlippage(text: string): number | null {
  if (text === NONE) return null
  const percent = /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (percent * 100 <= MOST_SLIPPAGE_BP) return Math.round(percent * 100)
  throw new UsageError(`${text} is not 0 to ${MOST_SLIPPAGE_BP / 100} percent, or none`)
}

function readActions(text: string): string[] | null {
  if (text === NONE || text === "all") return null
  const names = text.split(",").map((each) => each.trim())
  const unknown = names.find((each) => !(each in actionFields))
  if (unknown === undefined) return names
  throw new UsageError(
    `There is no action ${unknown}`,
    `One of: ${Object.keys(actionFields).join(", ")}`,
  )
}

function readTime(text: string): Date | null {
  if (text === NONE) return null
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new UsageError(`${text} is not a time such as 2026-12-31T00:00:00Z`)
}

function describe(limits: Limits, spent: bigint): string {
  const amount = (value: bigint | null) =>
    value === null ? "no limit" : `${formatUsdb(value)} USDB`
  return formatTable(
    [
      { limit: "most per action", value: amount(limits.maxPerAction) },
      {
        limit: "most per UTC day",
        value: `${amount(limits.maxPerDay)}, ${formatUsdb(spent)} signed for today`,
      },
      { limit: "confirmation above", value: amount(limits.confirmAbove) },
      {
        limit: "most slippage",
        value: limits.maxSlippageBp === null ? "no limit" : `${limits.maxSlippageBp / 100} %`,
      },
      { limit: "actions", value: limits.actions?.join(", ") ?? "all" },
      { limit: "expires", value: limits.expires?.toISOString() ?? "never" },
    ],
    "",
  )
}

import type { Action, Executed, Quote } from "../client/types"
import { formatUsdb } from "../signing/limits"
import { createSigner } from "../signing/signer"
import { type Context, pinContracts, requireAccount } from "./context"
import { clean, formatAmount, formatTable } from "./output"

export type ActOptions = { dryRun?: boolean; yes?: boolean }

/** Performs an action within the limits, or with --dry-run prints its effect. */
export async function performAction(
  context: Context,
  action: Action,
  options: ActOptions,
): Promise<void> {
  if (options.dryRun) return rehearse(context, action)
  const account = requireAccount(context)
  await pinContracts(context)
  const { limitsFile, atoll, ask } = context
  const confirm = async ({ build, usdb }: { build: { quote: Quote }; usdb: bigint }) => {
    if (options.yes) return true
    context.writeError(describeQuote(build.quote))
    const answer = await ask(`Sign this for ${formatUsdb(usdb)} USDB? [y/N] `)
    return /^y(es)?$/i.test(answer?.trim() ?? "")
  }
  const done = await createSigner({ account, limitsFile, confirm }).execute(atoll, action)
  context.print(done, () => describeDone(done))
}

/** Everything but the signature. */
async function rehearse(context: Context, action: Action) {
  const { account, limitsFile, atoll } = context
  if (!account) {
    const quote = await atoll.quote(action)
    return context.print({ dryRun: true, quote }, () => describeQuote(quote))
  }
  const { build, usdb } = await createSigner({ account, limitsFile }).check(atoll, action)
  const { quote, transactions, simulation } = build
  const data = { dryRun: true, usdb: `${usdb}`, quote, transactions, simulation }
  context.print(data, () => {
    const steps = transactions.map(
      ({ description, to }) => `Would sign: ${clean(description)} (${to})`,
    )
    return `${describeQuote(quote)}${steps.join("\n")}\nNothing was signed.\n`
  })
}

export function describeQuote(quote: Quote): string {
  const { priceBefore, priceAfter, impactBp } = quote
  const rows = [
    ...quote.in.map((each) => ({ flow: "out of the wallet", ...toRow(each) })),
    ...quote.out.map((each) => ({ flow: "into the wallet", ...toRow(each) })),
    ...quote.fees.map((each) => ({ flow: `fee (${each.kind})`, ...toRow(each) })),
  ]
  const lines = [
    clean(quote.effect),
    ...(rows.length > 0 ? [formatTable(rows, "").trimEnd()] : []),
    ...(priceBefore && priceAfter
      ? [`Price ${priceBefore} → ${priceAfter}, impact ${impactBp / 100} %`]
      : []),
    ...quote.warnings.map(({ code, message }) => `Warning ${code}: ${clean(message)}`),
    ...quote.blockers.map(
      (each) => `Not possible, ${each.code}: ${clean(each.message)} ${clean(each.remedy)}`,
    ),
  ]
  return `${lines.join("\n")}\n`
}

type Flow = { symbol: string; amount: string; usd: number; minAmount?: string }

const toRow = ({ symbol, amount, usd, minAmount }: Flow) => ({
  asset: symbol,
  amount: formatAmount(amount),
  usd: usd.toFixed(2),
  least: minAmount === undefined ? "" : formatAmount(minAmount),
})

function describeDone({ quote, transactions, events }: Executed): string {
  const rows = transactions.map(({ hash, status, blockNumber }) => ({
    hash,
    status,
    block: blockNumber,
  }))
  const kinds = events.map(({ type }) => type).join(", ")
  const isPending = transactions.some(({ status }) => status === "pending")
  if (isPending) return `Sent, and not mined yet.\n${formatTable(rows, "")}`
  return `${clean(quote.effect)}\n${formatTable(rows, "")}Indexed: ${kinds || "no rows yet"}\n`
}

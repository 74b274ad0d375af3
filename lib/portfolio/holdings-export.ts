import { formatExactAmount } from "@/lib/format"
import { createCsvStream, createJsonStream } from "./export-streams"
import { findHoldings } from "./queries"
import type { Asset, LoanView } from "./schema"

/** `amount` includes the columns after it. A loan's collateral also counts in its token's `pledged`. */
export const holdingColumns = [
  ...(["kind", "token", "name", "symbol", "amount"] as const),
  ...(["staked", "pledged", "vesting", "locked"] as const),
  ...(["price_usd", "value_usd", "cost_usd", "unrealised_usd", "realised_usd"] as const),
  ...(["debt_usdb", "expires"] as const),
] as const

type HoldingRow = Record<(typeof holdingColumns)[number], string>

/** USDB, tokens and debts of a wallet as comma-separated values. The sum of values less debts is its net worth outside markets and rounds. */
export function exportHoldingsCsv(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createCsvStream(holdingColumns, readRows(wallet))
}

/** USDB, tokens and debts of a wallet as a JSON array of objects with text fields. */
export function exportHoldingsJson(wallet: string): Promise<ReadableStream<Uint8Array>> {
  return createJsonStream(readRows(wallet))
}

async function* readRows(wallet: string): AsyncGenerator<HoldingRow> {
  const { cash, assets, loans } = await findHoldings(wallet)
  yield toRow({ kind: "cash", symbol: "USDB", amount: toText(cash), value_usd: toText(cash) })
  for (const asset of assets) yield toAssetRow(asset)
  for (const loan of loans) yield toLoanRow(loan)
}

/** A row with these fields; the others are empty. */
const toRow = (fields: Partial<HoldingRow>): HoldingRow => ({ ...empty, ...fields })

const empty: HoldingRow = {
  ...{ kind: "", token: "", name: "", symbol: "", amount: "" },
  ...{ staked: "", pledged: "", vesting: "", locked: "" },
  ...{ price_usd: "", value_usd: "", cost_usd: "", unrealised_usd: "", realised_usd: "" },
  ...{ debt_usdb: "", expires: "" },
}

/** Unknown figures are empty. */
const toText = (amount: bigint | null) => (amount === null ? "" : formatExactAmount(amount))

const toAssetRow = (asset: Asset) =>
  toRow({
    ...{ kind: "asset", token: asset.token, name: asset.name, symbol: asset.symbol },
    amount: toText(asset.quantity),
    staked: toText(asset.staked),
    pledged: toText(asset.pledged),
    vesting: toText(asset.vesting),
    locked: toText(asset.locked),
    price_usd: toText(asset.priceUsd),
    value_usd: toText(asset.valueUsd),
    cost_usd: toText(asset.cost),
    unrealised_usd: toText(asset.unrealised),
    realised_usd: toText(asset.realised),
  })

/** Without a value: the collateral's is in the row of its token. */
const toLoanRow = ({ source, token, symbol, debt, liquidationTime }: LoanView) =>
  toRow({
    ...{ kind: `debt (${source})`, token, symbol, debt_usdb: toText(debt) },
    expires: debt > 0n ? new Date(liquidationTime * 1_000).toISOString() : "",
  })

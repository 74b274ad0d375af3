import { formatAmount } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import { WAD } from "@/lib/units"
import { parseCsv } from "./csv"
import { checkWallet, type NotBeneficiaries } from "./wallet-check"

export const MAX_BATCH = 50
/** Ten transactions. */
const MAX_LINES = 500
const MAX_MEMO_BYTES = 512
/** Amounts are stored in 128 bits. */
const MAX_AMOUNT = 2n ** 128n - 1n

/** A beneficiary and its amount. The wallet is in lower case. */
export type Beneficiary = { wallet: string; amount: bigint; memo: string }

/** A faulty line; null for the whole text. */
export type LineProblem = { line: number | null; message: string }

export type BeneficiaryList = {
  beneficiaries: Beneficiary[]
  total: bigint
  /** While there is one, nothing may be signed. */
  errors: LineProblem[]
  warnings: LineProblem[]
}

/** Parses lines of "address, amount, memo"; the memo may be left out. A header line is skipped. */
export function parseBeneficiaries(text: string, contracts: NotBeneficiaries): BeneficiaryList {
  const { records, error } = parseCsv(text)
  const list: BeneficiaryList = { beneficiaries: [], total: 0n, errors: [], warnings: [] }
  const firstLines = new Map<string, number>()
  const [first] = records
  const rows = first && isHeader(first.cells) ? records.slice(1) : records
  for (const { line, cells } of rows) {
    const parsed = parseLine(cells, contracts)
    if (typeof parsed === "string") {
      list.errors.push({ line, message: parsed })
      continue
    }
    const earlier = firstLines.get(parsed.wallet)
    if (earlier === undefined) firstLines.set(parsed.wallet, line)
    else {
      const message = `This wallet is also on line ${earlier}. It gets a schedule for each line.`
      list.warnings.push({ line, message })
    }
    list.beneficiaries.push(parsed)
    list.total += parsed.amount
  }
  if (error) list.errors.push(error)
  if (rows.length > MAX_LINES) {
    const message = `At most ${MAX_LINES} lines at a time; these are ${rows.length}.`
    list.errors.push({ line: null, message })
  }
  return list
}

const isHeader = ([cell = ""]: readonly string[]) => /^(address|wallet|beneficiary)$/i.test(cell)

function parseLine(cells: readonly string[], contracts: NotBeneficiaries): Beneficiary | string {
  const [wallet = "", amountText = "", memo = "", ...rest] = cells
  if (rest.some((cell) => cell !== "")) {
    return "More than three columns. Put a memo with the separator in quotation marks."
  }
  const walletError = checkWallet(wallet, contracts)
  if (walletError) return walletError
  const amount = parseLineAmount(amountText)
  if (typeof amount === "string") return amount
  return checkMemo(memo) ?? { wallet: wallet.toLowerCase(), amount, memo: trimText(memo) }
}

/** Digits with a point, as programs write them: a comma could separate cells or thousands. */
function parseLineAmount(text: string): bigint | string {
  if (text === "") return "The amount is missing."
  const match = /^(\d{1,60})(?:\.(\d{0,18}))?$/.exec(text)
  if (!match?.[1]) return "Write the amount as 1234.5: digits, a point, at most 18 decimal places."
  const amount = BigInt(match[1]) * WAD + BigInt((match[2] ?? "").padEnd(18, "0"))
  return checkAmount(amount) ?? amount
}

/** Why the contract would not take an amount; null when it does. */
export function checkAmount(amount: bigint): string | null {
  if (amount === 0n) return "The amount is 0."
  return amount > MAX_AMOUNT ? "The amount is too large." : null
}

/** Why the contract would not take a memo; null when it does. */
export function checkMemo(memo: string): string | null {
  const bytes = new TextEncoder().encode(memo).length
  return bytes > MAX_MEMO_BYTES
    ? `A memo has at most ${MAX_MEMO_BYTES} bytes; this one has ${bytes}.`
    : null
}

/** Null when the balance covers the lines. */
export function checkBalance(total: bigint, balance: bigint, symbol: string): string | null {
  if (total <= balance) return null
  return `The amounts add up to ${formatAmount(total)} ${symbol}; the wallet has ${formatAmount(balance)}.`
}

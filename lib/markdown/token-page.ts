import { formatAmount, formatInteger, formatPercent, formatUsd } from "@/lib/format"
import { findToken } from "@/lib/tokens/queries"
import { getSafetyFindings } from "@/lib/tokens/safety/queries"
import type { Finding } from "@/lib/tokens/safety/schema"
import type { TokenView } from "@/lib/tokens/schema"
import { findTokenTrades } from "@/lib/tokens/trades/queries"
import type { TradeView } from "@/lib/tokens/trades/schema"
import { USER_TEXT_NOTE } from "./note"
import { quoteName, quoteText } from "./quote"
import { writeTable } from "./table"

const TRADES = 10

/** The text of a token's page; null for an unknown address. */
export async function writeTokenPage(address: string, origin: string): Promise<string | null> {
  const token = await findToken(address)
  if (!token) return null
  const [findings, trades] = await Promise.all([
    getSafetyFindings(address),
    findTokenTrades(address, { limit: TRADES }).then(({ data }) => data),
  ])
  return [
    `# Token ${quoteName(token.symbol)}`,
    USER_TEXT_NOTE,
    writeFacts(token, origin),
    ...writeDescription(token.description),
    "## Safety",
    writeFindings(findings),
    "## Latest trades",
    writeTrades(trades),
    "## Trade it",
    `Quote \`{"action": "token.buy", "token": "${token.address}", "amount": "1000000000000000000"}\` at \`POST ${origin}/api/v1/quote\`. See [Trading tokens](${origin}/docs/trading-tokens.md).`,
    "",
  ].join("\n\n")
}

const usd = (value: bigint | null) => (value === null ? "unknown" : formatUsd(value))

function writeFacts(token: TokenView, origin: string) {
  const change = token.dayChange === null ? "unknown" : formatPercent(token.dayChange)
  return [
    `- Name: ${quoteName(token.name)}`,
    `- Address: \`${token.address}\``,
    `- Page: ${origin}/${token.isPrediction ? "markets" : "tokens"}/${token.address}`,
    `- Kind: ${token.kind}, multiplier ${token.multiplier}`,
    `- Creator: \`${token.dev}\``,
    `- Created: ${token.createdAt.toISOString()}`,
    `- Price: ${usd(token.priceUsd)}, ${change} in 24 hours`,
    `- Liquidity: ${usd(token.liquidityUsd)}`,
    `- Volume in 24 hours: ${usd(token.dayVolumeUsd)} in ${formatInteger(token.dayTrades)} trades`,
    `- Holders: ${formatInteger(token.holderCount)}`,
    `- Trades: ${formatInteger(token.tradeCount)}`,
  ].join("\n")
}

/** The creator's description of a token or market. */
export const writeDescription = (text: string | null) =>
  text ? ["## Description", quoteText(text)] : []

/** Sentences of findings name other tokens, so that they are not repeated here. */
const writeFindings = (findings: readonly Finding[]) =>
  findings.length === 0
    ? "No findings."
    : findings
        .map(
          ({ level, code, value }) =>
            `- ${level}: \`${code}\`${value === null ? "" : ` (${value})`}`,
        )
        .join("\n")

const writeTrades = (trades: readonly TradeView[]) =>
  trades.length === 0
    ? "None yet."
    : writeTable(
        ["Time", "Type", "Wallet", "Tokens", "USD"],
        trades.map(({ time, type, user, amountToken, amountUsd }) => [
          time.toISOString(),
          type,
          `\`${user}\``,
          formatAmount(amountToken),
          formatUsd(amountUsd),
        ]),
      )

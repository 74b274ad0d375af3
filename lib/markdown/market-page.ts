import { formatAmount, formatInteger, formatUsd } from "@/lib/format"
import { statusLabels } from "@/lib/markets/labels"
import { findMarket } from "@/lib/markets/list-queries"
import { findOrderBook, type OpenOrder } from "@/lib/markets/orders/book-queries"
import type { MarketView } from "@/lib/markets/schema"
import { USER_TEXT_NOTE } from "./note"
import { quoteName } from "./quote"
import { writeTable } from "./table"
import { writeDescription } from "./token-page"

const ORDERS = 20

/** The text of a market's page; null for an unknown address. */
export async function writeMarketPage(address: string, origin: string): Promise<string | null> {
  const market = await findMarket(address)
  if (!market) return null
  const orders = await findOrderBook(address)
  return [
    `# Market ${quoteName(market.name)}`,
    USER_TEXT_NOTE,
    writeFacts(market, origin),
    "## Outcomes",
    writeOutcomes(market),
    ...writeDescription(market.description),
    "## Order book",
    writeOrders(orders),
    "## Trade it",
    `Quote \`{"action": "market.buy", "market": "${market.address}", "outcomeId": 0, "amount": "1000000000000000000"}\` at \`POST ${origin}/api/v1/quote\`. See [Trading markets](${origin}/docs/trading-markets.md).`,
    "",
  ].join("\n\n")
}

function writeFacts(market: MarketView, origin: string) {
  const { name, meaning } = statusLabels[market.status]
  const { finalOutcome } = market
  return [
    `- Address: \`${market.address}\``,
    `- Page: ${origin}/markets/${market.address}`,
    `- Status: ${name}. ${meaning}`,
    ...(finalOutcome === null ? [] : [`- Final outcome: ${finalOutcome}`]),
    `- Kind: ${market.kind}`,
    `- Creator: \`${market.dev}\``,
    `- Created: ${market.createdAt.toISOString()}`,
    `- Ends: ${market.endTime?.toISOString() ?? "no date"}`,
    `- Paid in: ${formatUsd(market.paidIn)}`,
    `- Volume: ${formatUsd(market.volume)}, in 24 hours ${formatUsd(market.dayVolume)}`,
    `- Trades: ${formatInteger(market.tradeCount)}`,
  ].join("\n")
}

const writeOutcomes = ({ outcomes }: MarketView) =>
  writeTable(
    ["Id", "Outcome", "Probability", "Shares", "Paid in"],
    outcomes.map(({ index, name, percent, shares, paid }) => [
      `${index}`,
      quoteName(name),
      `${percent} %`,
      formatAmount(shares),
      formatUsd(paid),
    ]),
  )

const writeOrders = (orders: readonly OpenOrder[]) =>
  orders.length === 0
    ? "No orders."
    : writeTable(
        ["Order", "Outcome", "Shares", "USDB per share", "Seller"],
        orders
          .slice(0, ORDERS)
          .map(({ orderId, outcome, amount, price, seller }) => [
            `${orderId}`,
            `${outcome}`,
            formatAmount(amount),
            formatAmount(price),
            `\`${seller}\``,
          ]),
      )

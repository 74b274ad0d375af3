import { formatInteger, formatUsd } from "@/lib/format"
import { statusLabels } from "@/lib/markets/labels"
import { findMarketCards } from "@/lib/markets/list-queries"
import type { MarketCard } from "@/lib/markets/schema"
import { findFirstTokenCards } from "@/lib/tokens/list-queries"
import type { TokenCard } from "@/lib/tokens/schema"
import { USER_TEXT_NOTE } from "./note"
import { quoteName } from "./quote"
import { writeTable } from "./table"

const ROWS = 20
const ROWS_AT_HOME = 5
const MOST_OUTCOMES = 3

const findTokens = (limit: number) => findFirstTokenCards("active", limit)

const findMarkets = async (limit: number) =>
  (await findMarketCards({ page: 1, limit, sort: "trending", group: "open" })).data

/** The home page: where a program starts, and what can be traded. */
export async function writeHomePage(origin: string): Promise<string> {
  const [tokens, markets] = await Promise.all([findTokens(ROWS_AT_HOME), findMarkets(ROWS_AT_HOME)])
  return [
    "# Atoll",
    "Prediction markets, token launches and an open exchange, for people and agents.",
    `- [Begin here](${origin}/llms.txt): from this address to a trade by curl, and all guides`,
    `- [OpenAPI document](${origin}/api/openapi.json), MCP at \`${origin}/mcp\`, [SDK and command](${origin}/docs/sdk.md)`,
    USER_TEXT_NOTE,
    `## Markets (${link("all", `${origin}/markets.md`)})`,
    writeMarkets(markets, origin),
    `## Tokens (${link("all", `${origin}/launchpad.md`)})`,
    writeTokens(tokens, origin),
    "",
  ].join("\n\n")
}

/** The launchpad. */
export const writeLaunchpadPage = async (origin: string): Promise<string> =>
  writeListPage({
    title: "Tokens by their volume in 24 hours",
    table: writeTokens(await findTokens(ROWS), origin),
    more: `GET ${origin}/api/v1/tokens?isPrediction=false&metrics=true&sort=volume`,
    guide: link("Trading tokens", `${origin}/docs/trading-tokens.md`),
  })

/** The list of markets. */
export const writeMarketsPage = async (origin: string): Promise<string> =>
  writeListPage({
    title: "Open markets by their volume in 24 hours",
    table: writeMarkets(await findMarkets(ROWS), origin),
    more: `GET ${origin}/api/v1/tokens?status=active&metrics=true&sort=volume`,
    guide: link("Trading markets", `${origin}/docs/trading-markets.md`),
  })

type ListPage = { title: string; table: string; more: string; guide: string }

const writeListPage = ({ title, table, more, guide }: ListPage) =>
  [
    `# ${title}`,
    USER_TEXT_NOTE,
    table,
    `All of them, with other orders and a search: \`${more}\`. How they are traded: ${guide}.`,
    "",
  ].join("\n\n")

const link = (text: string, href: string) => `[${text}](${href})`

const usd = (value: bigint | null) => (value === null ? "unknown" : formatUsd(value))

const writeTokens = (tokens: readonly TokenCard[], origin: string) =>
  tokens.length === 0
    ? "None yet."
    : writeTable(
        ["Symbol", "Name", "Price", "Liquidity", "Volume in 24 hours", "Trades", "Page"],
        tokens.map((token) => [
          quoteName(token.symbol),
          quoteName(token.name),
          usd(token.priceUsd),
          usd(token.liquidityUsd),
          usd(token.dayVolumeUsd),
          formatInteger(token.dayTrades),
          `${origin}/tokens/${token.address}.md`,
        ]),
      )

const writeMarkets = (markets: readonly MarketCard[], origin: string) =>
  markets.length === 0
    ? "None yet."
    : writeTable(
        ["Question", "Likeliest outcomes", "Status", "Ends", "Volume in 24 hours", "Page"],
        markets.map((market) => [
          quoteName(market.name),
          writeOutcomes(market),
          statusLabels[market.status].name,
          market.endTime?.toISOString() ?? "no date",
          usd(market.dayVolume),
          `${origin}/markets/${market.address}.md`,
        ]),
      )

const writeOutcomes = ({ outcomes }: MarketCard) =>
  outcomes
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, MOST_OUTCOMES)
    .map(({ index, name, percent }) => `${index} ${quoteName(name)} ${percent} %`)
    .join(", ")

import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { env } from "@/lib/env"
import { findMarkets } from "@/lib/markets/list-queries"
import { toMarketItem } from "@/lib/search/markets"
import { dayChange, priceDayAgo, tokenPrice } from "@/lib/tokens/prices"
import { findMentionsInText, type Mentions } from "./parse"
import { MAX_MENTIONS, type Mention } from "./schema"

/** The tokens and markets that each text mentions, with their current prices. */
export async function findMentions(texts: readonly string[]): Promise<Mention[][]> {
  const { host } = new URL(env().BASE_URL)
  const mentionsByText = texts.map((text) => limitMentions(findMentionsInText(text, host)))
  const lookUp = await loadMentions({
    addresses: mentionsByText.flatMap(({ addresses }) => addresses),
    symbols: mentionsByText.flatMap(({ symbols }) => symbols),
  })
  return mentionsByText.map((mentions) => lookUp(mentions).slice(0, MAX_MENTIONS))
}

/** The same for the mentions of one text, while it is being written. */
export async function resolveMentions(mentions: Mentions): Promise<Mention[]> {
  const lookUp = await loadMentions(mentions)
  return lookUp(mentions).slice(0, MAX_MENTIONS)
}

/** Limits the reads of a page for a text full of addresses. */
const limitMentions = ({ addresses, symbols }: Mentions): Mentions => ({
  addresses: addresses.slice(0, 2 * MAX_MENTIONS),
  symbols: symbols.slice(0, 2 * MAX_MENTIONS),
})

/** Addresses looked up for one page. */
const MAX_LINKED_ADDRESSES = 500

/** Address → path of its page, of the tokens and markets among the addresses in these texts. */
export async function findAddressLinks(texts: readonly string[]): Promise<Record<string, string>> {
  const { host } = new URL(env().BASE_URL)
  const named = texts.flatMap((text) => findMentionsInText(text, host).addresses)
  const addresses = [...new Set(named)].slice(0, MAX_LINKED_ADDRESSES)
  if (addresses.length === 0) return {}
  const rows = await db
    .selectFrom("token")
    .select(["address", "is_prediction as isPrediction"])
    .where("address", "=", anyOf(addresses))
    .execute()
  return Object.fromEntries(
    rows.map(({ address, isPrediction }) => [
      address,
      `/${isPrediction ? "markets" : "tokens"}/${address}`,
    ]),
  )
}

type MentionLookup = (mentions: Mentions) => Mention[]

async function loadMentions({ addresses, symbols }: Mentions): Promise<MentionLookup> {
  const addressesBySymbol = await findAddressesBySymbol(symbols)
  const distinct = [...new Set([...addresses, ...addressesBySymbol.values()])]
  const [tokens, markets] = await Promise.all([findTokenMentions(distinct), findMarkets(distinct)])
  const candidates: Mention[] = [...tokens, ...markets.map(toMarketItem)]
  const byAddress = new Map(candidates.map((mention) => [mention.address, mention]))
  return (mentions) => {
    const bySymbol = mentions.symbols.map(
      (symbol) => addressesBySymbol.get(symbol.toLowerCase()) ?? "",
    )
    const all = new Set([...mentions.addresses, ...bySymbol])
    return [...all].flatMap((address) => byAddress.get(address) ?? [])
  }
}

/** Symbol in lower case → address. Symbols are not unique: the token with the most volume today counts. */
async function findAddressesBySymbol(symbols: readonly string[]): Promise<Map<string, string>> {
  const symbolKeys = [...new Set(symbols.map((symbol) => symbol.toLowerCase()))]
  if (symbolKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom("token as t")
    .leftJoin("token_day as d", "d.token", "t.address")
    .distinctOn(({ fn }) => fn("lower", ["t.symbol"]))
    .select(({ fn }) => [fn<string>("lower", ["t.symbol"]).as("key"), "t.address"])
    .where(({ fn }) => fn("lower", ["t.symbol"]), "=", anyOf(symbolKeys))
    .orderBy("key")
    .orderBy(({ fn, lit }) => fn.coalesce("d.volume", lit(0)), "desc")
    .orderBy("t.trade_count", "desc")
    .orderBy("t.project_id")
    .execute()
  return new Map(rows.map(({ key, address }) => [key, address]))
}

const selectTokens = statement(
  { mainToken: "text", addresses: "text[]" },
  ({ mainToken, addresses }) =>
    db
      .selectFrom("token as t")
      .innerJoin("project as p", "p.id", "t.project_id")
      .crossJoinLateral(tokenPrice(mainToken))
      .crossJoinLateral(priceDayAgo(mainToken))
      .select([
        "t.address",
        "t.name",
        "t.symbol",
        "p.image",
        "price.in_usd as priceUsd",
        dayChange.as("dayChange"),
      ])
      .where("t.is_prediction", "=", false)
      .where("t.address", "=", sql<string>`any(${addresses})`),
)

async function findTokenMentions(addresses: readonly string[]) {
  if (addresses.length === 0) return []
  const tokens = await selectTokens({ mainToken: getDeployment().mainToken, addresses })
  return tokens.map((token) => ({
    kind: "token" as const,
    id: `token ${token.address}`,
    href: `/tokens/${token.address}`,
    ...token,
  }))
}

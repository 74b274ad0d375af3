import { z } from "zod"
import { deployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { env } from "@/lib/env"
import { findMarkets } from "@/lib/markets/browse/queries"
import { type Mentions, mentionsIn } from "@/lib/reef/text"
import { marketItem } from "@/lib/search/markets"
import { DAY_CHANGE, dayAgoJoin } from "@/lib/tokens/browse/day"
import { PRICE_USD, quoteJoin } from "@/lib/tokens/pricing"
import { type Mention, MOST_MENTIONS } from "./schema"

/** The tokens and markets which each of these texts names, as they stand now. */
export async function findMentions(texts: readonly string[]): Promise<Mention[][]> {
  const { host } = new URL(env().BASE_URL)
  const named = texts.map((text) => fewOf(mentionsIn(text, host)))
  const find = await findNamed({
    addresses: named.flatMap(({ addresses }) => addresses),
    symbols: named.flatMap(({ symbols }) => symbols),
  })
  return named.map((mentions) => find(mentions).slice(0, MOST_MENTIONS))
}

/** What one text names, for somebody who is writing it. */
export async function resolveMentions(mentions: Mentions): Promise<Mention[]> {
  const find = await findNamed(mentions)
  return find(mentions).slice(0, MOST_MENTIONS)
}

/** A text full of addresses does not make a page read them all. */
const fewOf = ({ addresses, symbols }: Mentions): Mentions => ({
  addresses: addresses.slice(0, 2 * MOST_MENTIONS),
  symbols: symbols.slice(0, 2 * MOST_MENTIONS),
})

/** Addresses looked up for one page; a text full of them is no reason to read them all. */
const MOST_PLACES = 500

/** The pages of the tokens and markets among the addresses in these texts, by address. */
export async function findPlacesIn(texts: readonly string[]): Promise<Record<string, string>> {
  const { host } = new URL(env().BASE_URL)
  const named = texts.flatMap((text) => mentionsIn(text, host).addresses)
  const addresses = [...new Set(named)].slice(0, MOST_PLACES)
  if (addresses.length === 0) return {}
  const { rows } = await pool().query<{ address: string; isPrediction: boolean }>(
    `select address, is_prediction as "isPrediction" from token where address = any($1::text[])`,
    [addresses],
  )
  return Object.fromEntries(
    rows.map(({ address, isPrediction }) => [
      address,
      `/${isPrediction ? "markets" : "tokens"}/${address}`,
    ]),
  )
}

type Find = (mentions: Mentions) => Mention[]

async function findNamed({ addresses, symbols }: Mentions): Promise<Find> {
  const places = await findPlaces(symbols)
  const wanted = [...new Set([...addresses, ...places.values()])]
  const [tokens, markets] = await Promise.all([findTokens(wanted), findMarkets(wanted)])
  const byAddress = new Map<string, Mention>()
  for (const token of tokens) byAddress.set(token.address, tokenMention(token))
  for (const market of markets) byAddress.set(market.address, marketItem(market))
  return (mentions) => {
    const bySymbol = mentions.symbols.map((symbol) => places.get(symbol.toLowerCase()) ?? "")
    const all = new Set([...mentions.addresses, ...bySymbol])
    return [...all].flatMap((address) => byAddress.get(address) ?? [])
  }
}

/** By symbol in lower case. A symbol is nobody's own: the one most traded counts. */
async function findPlaces(symbols: readonly string[]): Promise<Map<string, string>> {
  const words = [...new Set(symbols.map((symbol) => symbol.toLowerCase()))]
  if (words.length === 0) return new Map()
  const { rows } = await pool().query<{ word: string; address: string }>(
    `select distinct on (lower(t.symbol)) lower(t.symbol) as word, t.address
    from token t left join token_day d on d.token = t.address
    where lower(t.symbol) = any($1::text[])
    order by lower(t.symbol), coalesce(d.volume, 0) desc, t.trade_count desc, t.project_id`,
    [words],
  )
  return new Map(rows.map(({ word, address }) => [word, address]))
}

const namedToken = z.object({
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  image: z.string().nullable(),
  priceUsd: z.string().nullable(),
  dayChange: z.string().nullable(),
})

async function findTokens(addresses: readonly string[]) {
  if (addresses.length === 0) return []
  const { rows } = await pool().query(
    `select t.address, t.name, t.symbol, p.image, (${PRICE_USD})::text as "priceUsd",
      ${DAY_CHANGE} as "dayChange"
    from token t join project p on p.id = t.project_id ${quoteJoin("$1")} ${dayAgoJoin("$1")}
    where not t.is_prediction and t.address = any($2::text[])`,
    [deployment().mainToken, addresses],
  )
  return namedToken.array().parse(rows)
}

const tokenMention = (token: z.output<typeof namedToken>): Mention => ({
  kind: "token",
  id: `token ${token.address}`,
  href: `/tokens/${token.address}`,
  ...token,
})

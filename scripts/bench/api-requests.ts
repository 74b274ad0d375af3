import { BUSIEST_TOKEN, listMarkets, listTokens, MARKET, PURCHASES } from "./sample-rows"

/** The path of a read, by the address that it is about. */
const endpoints = {
  list: () => "/api/v1/tokens",
  detail: (token: string) => `/api/v1/tokens/${token}`,
  candles: (token: string) => `/api/v1/tokens/${token}/candles`,
  trades: (token: string) => `/api/v1/tokens/${token}/trades`,
  markets: () => "/api/v1/tokens?isPrediction=true",
  market: (market: string) => `/api/v1/tokens/${market}`,
  liquidity: (market: string) => `/api/v1/markets/${market}/liquidity`,
  orders: (market: string) => `/api/v1/tokens/${market}/orders`,
}

/** What is asked of markets and not of tokens. */
const marketEndpoints = ["market", "liquidity", "orders"]

export type Name = keyof typeof endpoints
export const names = Object.keys(endpoints).filter((name): name is Name => name in endpoints)

/** The answers that are about one token or market, which says 404 where that is not there. */
export const ofOneToken = names.filter((name) => name !== "list" && name !== "markets")

const UNKNOWN = `0x${"9".repeat(40)}`

const tokens = [BUSIEST_TOKEN, ...listTokens()]
const markets = [MARKET, ...listMarkets()]

/** Only the first market has purchases and orders. */
const addressesOf = (name: Name) => {
  if (name === "market") return markets
  return marketEndpoints.includes(name) ? [MARKET] : tokens
}

function addressOf(name: Name, number: number) {
  const all = addressesOf(name)
  return all[number % all.length] ?? MARKET
}

const LIST_PAGES = 33
const LIMITS = 20
const LEAST_LIMIT = 11
const ORDER_PAGES = 1_000
const ROWS_PER_BLOCK = 1_000_000
const PURCHASES_PER_PAGE = 20

/** What is another one each time where the address is the same. */
const queries: Partial<Record<Name, (number: number) => string>> = {
  list: pageOfList,
  markets: pageOfList,
  liquidity: (number) => `cursor=${(PURCHASES - PURCHASES_PER_PAGE * number) * ROWS_PER_BLOCK}`,
  orders: (number) => `page=${1 + (number % ORDER_PAGES)}`,
}

/** How many requests of a name differ. */
export const differentOf = (name: Name) => {
  if (name === "list" || name === "markets") return LIST_PAGES * LIMITS
  if (name === "liquidity") return PURCHASES / PURCHASES_PER_PAGE - 1
  return name === "orders" ? ORDER_PAGES : addressesOf(name).length
}

/** As many rows as the usual request, give or take nine. */
function pageOfList(number: number) {
  const page = 1 + (Math.floor(number / LIMITS) % LIST_PAGES)
  return `page=${page}&limit=${LEAST_LIMIT + (number % LIMITS)}`
}

const queryOf = (name: Name, number: number) => (number > 0 && queries[name]?.(number)) || ""

function withQuery(at: string, query: string) {
  return query === "" ? at : `${at}${at.includes("?") ? "&" : "?"}${query}`
}

/** The path of a request to a server. Number 0 is always the same, with the most rows; others differ. */
export type PathOf = (name: Name, number: number) => string

export const productPath: PathOf = (name, number) =>
  withQuery(endpoints[name](addressOf(name, number)), queryOf(name, number))

export const plainPath: PathOf = (name, number) =>
  withQuery(`/${name}/${addressOf(name, number)}`, queryOf(name, number))

/** The paths of what is not there. */
export const unknownPaths = (name: Name) => ({
  product: endpoints[name](UNKNOWN),
  plain: `/${name}/${UNKNOWN}`,
})

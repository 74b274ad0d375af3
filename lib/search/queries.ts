import { getDeployment } from "@/lib/chain/deployment"
import type { MarketCard } from "@/lib/markets/schema"
import { searchAgents } from "./agents"
import { searchMarkets, toMarketItem } from "./markets"
import { searchPosts } from "./posts"
import { addProfiles } from "./profiles"
import { searchRounds } from "./rounds"
import type { SearchAnswer, SearchGroup, SearchItem } from "./schema"
import { parseTarget } from "./target"
import { type FoundToken, searchTokenAddresses, searchTokens } from "./tokens"
import {
  countCreatedTokens,
  type FoundCreator,
  type FoundWallet,
  findTransactionBlock,
  searchCreators,
  searchUsernames,
  searchWallets,
} from "./wallets"

/** Items per group: in the palette, and on the search page. */
export const PALETTE_ITEMS = 6
export const PAGE_ITEMS = 30

/** Creators are listed for tokens whose name or its beginning matches. */
const MAX_CREATOR_RANK = 1
const MAX_CREATORS_BY_NAME = 3
const USDB_PRICE_USD = "1"

type SearchResults = {
  tokens?: readonly FoundToken[]
  markets?: readonly MarketCard[]
  rounds?: readonly SearchItem[]
  creators?: readonly FoundCreator[]
  wallets?: readonly FoundWallet[]
  agents?: readonly SearchItem[]
  posts?: readonly SearchItem[]
  transactions?: readonly { hash: string; block: number | null }[]
}

/** Search results for a typed or pasted text, grouped by kind. */
export async function search(text: string, limit = PALETTE_ITEMS): Promise<SearchAnswer> {
  const target = parseTarget(text)
  const buildAnswer = async (results: SearchResults, jump: string | null = null) => {
    return { query: text, jump, groups: await buildGroups(text.trim(), results) }
  }
  if (target.kind === "hash") {
    const { hash } = target
    return buildAnswer(
      { transactions: [{ hash, block: await findTransactionBlock(hash) }] },
      `/tx/${hash}`,
    )
  }
  if (target.kind === "address") return findAddress(target.address, buildAnswer)
  const { words } = target
  if (words === "") return buildAnswer({})
  return buildAnswer(
    target.kind === "prefix"
      ? await findPrefix(target.prefix, words, limit)
      : await findWords(words, limit),
  )
}

async function findPrefix(prefix: string, words: string, limit: number): Promise<SearchResults> {
  const [byAddress, byName, markets, creators, wallets, posts, agents] = await Promise.all([
    searchTokenAddresses(prefix, limit),
    searchTokens(words, limit),
    searchMarkets(words, limit),
    searchCreators(prefix, limit),
    searchWallets(prefix, limit),
    searchPosts(words),
    searchAgents(words, limit),
  ])
  const tokens = [...new Map([...byAddress, ...byName].map((one) => [one.address, one])).values()]
  return { tokens: tokens.slice(0, limit), markets, creators, wallets, agents, posts }
}

async function findWords(words: string, limit: number): Promise<SearchResults> {
  const [tokens, markets, wallets, posts, agents] = await Promise.all([
    searchTokens(words, limit),
    searchMarkets(words, limit),
    searchUsernames(words, limit),
    searchPosts(words),
    searchAgents(words, limit),
  ])
  const rounds = searchRounds(words, limit)
  const creators = await findCreatorsOfTokens(tokens)
  return { tokens, markets, rounds, creators, wallets, agents, posts }
}

type BuildAnswer = (results: SearchResults, jump?: string | null) => Promise<SearchAnswer>

/** The address of a token or market leads to its page, any other to the wallet's page. */
async function findAddress(address: string, answer: BuildAnswer) {
  const [tokens, markets, creators, wallets] = await Promise.all([
    searchTokenAddresses(address, 1),
    searchMarkets(address, 1),
    searchCreators(address, 1),
    searchWallets(address, 1),
  ])
  if (tokens.length > 0) return answer({ tokens }, `/tokens/${address}`)
  if (markets.length > 0) return answer({ markets }, `/markets/${address}`)
  const matches = wallets.length > 0 ? wallets : [{ address, holdings: 0 }]
  return answer({ creators, wallets: matches }, `/wallets/${address}`)
}

async function findCreatorsOfTokens(tokens: readonly FoundToken[]) {
  const close = tokens.filter(({ rank }) => rank <= MAX_CREATOR_RANK)
  const creators = [...new Set(close.map(({ dev }) => dev))]
  return countCreatedTokens(creators.slice(0, MAX_CREATORS_BY_NAME))
}

const groupLabels = {
  tokens: "Tokens",
  markets: "Markets",
  rounds: "Price rounds",
  creators: "Creators",
  wallets: "Wallets",
  agents: "Agents",
  posts: "Posts",
  transactions: "Transactions",
} as const satisfies Record<SearchGroup["id"], string>

/** Groups that hold something, in the order in which they are shown. */
async function buildGroups(query: string, results: SearchResults) {
  const { tokens = [], markets = [], rounds = [], agents = [], ...others } = results
  const { posts = [], transactions = [], ...who } = others
  const people = await addProfiles(who.creators ?? [], who.wallets ?? [])
  const group = (id: SearchGroup["id"], items: readonly SearchItem[]): SearchGroup[] =>
    items.length > 0 ? [{ id, label: groupLabels[id], items: [...items] }] : []
  return [
    ...group("tokens", [...listUsdbItems(query), ...tokens.map(toTokenItem)]),
    ...group("markets", markets.map(toMarketItem)),
    ...group("rounds", rounds),
    ...group("creators", people.creators),
    ...group("wallets", people.wallets),
    ...group("agents", agents),
    ...group("posts", posts),
    ...group("transactions", transactions.map(toTransactionItem)),
  ]
}

const USDB = "USDB"
const MIN_USDB_LETTERS = 3

/** USDB is not a listed token: it comes before tokens of the same name and links to the faucet. */
function listUsdbItems(query: string): SearchItem[] {
  const isMeant = query.length >= MIN_USDB_LETTERS && USDB.startsWith(query.toUpperCase())
  if (!isMeant) return []
  const address = getDeployment().usdb
  const facts = { name: USDB, symbol: USDB, image: null, priceUsd: USDB_PRICE_USD, dayChange: null }
  return [{ kind: "token", id: `token ${address}`, href: "/faucet", address, ...facts }]
}

function toTokenItem({ rank: _, dev: __, ...token }: FoundToken): SearchItem {
  const href = `/tokens/${token.address}`
  return { kind: "token", id: `token ${token.address}`, href, ...token }
}

function toTransactionItem({ hash, block }: { hash: string; block: number | null }): SearchItem {
  return { kind: "transaction", id: `transaction ${hash}`, href: `/tx/${hash}`, hash, block }
}

import type { MarketCard } from "@/lib/markets/schema"
import { marketItem, searchMarkets } from "./markets"
import type { SearchAnswer, SearchGroup, SearchItem } from "./schema"
import { readTarget } from "./target"
import { type FoundToken, searchTokenAddresses, searchTokens } from "./tokens"
import {
  countLaunches,
  type FoundCreator,
  type FoundWallet,
  findBlockOf,
  searchCreators,
  searchWallets,
} from "./wallets"

/** Items per group: in the palette, and on the search page. */
export const PALETTE_ITEMS = 6
export const PAGE_ITEMS = 30

/** How good a match has to be for its creator to be worth a line: the name, or its beginning. */
const CLOSE_RANK = 1
const CREATORS_BY_NAME = 3

type Found = {
  tokens?: readonly FoundToken[]
  markets?: readonly MarketCard[]
  creators?: readonly FoundCreator[]
  wallets?: readonly FoundWallet[]
  transactions?: readonly { hash: string; block: number | null }[]
}

/** Everything that fits a text somebody typed or pasted. */
export async function search(text: string, limit = PALETTE_ITEMS): Promise<SearchAnswer> {
  const target = readTarget(text)
  const answer = (found: Found, jump: string | null = null) => {
    return { query: text, jump, groups: groupsOf(found) }
  }
  if (target.kind === "hash") {
    const { hash } = target
    return answer({ transactions: [{ hash, block: await findBlockOf(hash) }] }, `/tx/${hash}`)
  }
  if (target.kind === "address") return findAddress(target.address, answer)
  const { words } = target
  if (words === "") return answer({})
  if (target.kind === "prefix") {
    const { prefix } = target
    const [byAddress, byName, markets, creators, wallets] = await Promise.all([
      searchTokenAddresses(prefix, limit),
      searchTokens(words, limit),
      searchMarkets(words, limit),
      searchCreators(prefix, limit),
      searchWallets(prefix, limit),
    ])
    const tokens = [...new Map([...byAddress, ...byName].map((one) => [one.address, one])).values()]
    return answer({ tokens: tokens.slice(0, limit), markets, creators, wallets })
  }
  const [tokens, markets] = await Promise.all([
    searchTokens(words, limit),
    searchMarkets(words, limit),
  ])
  return answer({ tokens, markets, creators: await creatorsOf(tokens) })
}

type Answer = (found: Found, jump?: string | null) => SearchAnswer

/** A token's or a market's address leads to its page, any other to what that wallet did. */
async function findAddress(address: string, answer: Answer) {
  const [tokens, markets, creators, wallets] = await Promise.all([
    searchTokenAddresses(address, 1),
    searchMarkets(address, 1),
    searchCreators(address, 1),
    searchWallets(address, 1),
  ])
  if (tokens.length > 0) return answer({ tokens }, `/tokens/${address}`)
  if (markets.length > 0) return answer({ markets }, `/markets/${address}`)
  const known = wallets.length > 0 ? wallets : [{ address, holdings: 0 }]
  return answer({ creators, wallets: known }, `/wallets/${address}`)
}

async function creatorsOf(tokens: readonly FoundToken[]) {
  const close = tokens.filter(({ rank }) => rank <= CLOSE_RANK)
  const creators = [...new Set(close.map(({ dev }) => dev))]
  return countLaunches(creators.slice(0, CREATORS_BY_NAME))
}

const labels = {
  tokens: "Tokens",
  markets: "Markets",
  creators: "Creators",
  wallets: "Wallets",
  transactions: "Transactions",
} as const satisfies Record<SearchGroup["id"], string>

/** Groups that hold something, in the order in which they are shown. */
function groupsOf({
  tokens = [],
  markets = [],
  creators = [],
  wallets = [],
  transactions = [],
}: Found) {
  const group = (id: SearchGroup["id"], items: SearchItem[]): SearchGroup[] =>
    items.length > 0 ? [{ id, label: labels[id], items }] : []
  return [
    ...group("tokens", tokens.map(tokenItem)),
    ...group("markets", markets.map(marketItem)),
    ...group("creators", creators.map(creatorItem)),
    ...group("wallets", wallets.map(walletItem)),
    ...group("transactions", transactions.map(transactionItem)),
  ]
}

function tokenItem({ rank: _, dev: __, ...token }: FoundToken): SearchItem {
  const href = `/tokens/${token.address}`
  return { kind: "token", id: `token ${token.address}`, href, ...token }
}

function creatorItem({ address, tokens }: FoundCreator): SearchItem {
  const href = `/wallets/${address}?tab=created`
  return { kind: "creator", id: `creator ${address}`, href, address, tokens }
}

function walletItem({ address, holdings }: FoundWallet): SearchItem {
  return { kind: "wallet", id: `wallet ${address}`, href: `/wallets/${address}`, address, holdings }
}

function transactionItem({ hash, block }: { hash: string; block: number | null }): SearchItem {
  return { kind: "transaction", id: `transaction ${hash}`, href: `/tx/${hash}`, hash, block }
}

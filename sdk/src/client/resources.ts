import { actionFields } from "../generated/actions"
import type { ActionClient } from "./actions"
import { type Api, unwrap } from "./http"
import { createList } from "./pages"
import type { Action, ActionFields, ActionName, Executed, paths } from "./types"

type QueryOf<P extends keyof paths> = paths[P] extends {
  get: { parameters: { query?: infer Q } }
}
  ? NonNullable<Q>
  : never

/** "claimBounty" of "market.claimBounty" in the group "market". */
type Verb<N extends ActionName, G extends string> = N extends `${G}.${infer V}` ? V : never

/** The actions of a group as methods. */
type Methods<G extends string> = {
  [N in ActionName as Verb<N, G>]: (fields: ActionFields<N>) => Promise<Executed>
}

function bindActions<G extends string>(
  { execute }: Pick<ActionClient, "execute">,
  group: G,
): Methods<G> {
  const names = Object.keys(actionFields).filter((name) => name.startsWith(`${group}.`))
  const methods = names.map((action) => [
    action.slice(group.length + 1),
    // The names are those of the union, because both come from one document.
    (fields: object) => execute({ ...fields, action } as Action),
  ])
  return Object.fromEntries(methods)
}

/** The resources of the service, named as its routes; writes are the actions of the same group. */
export function createResources(api: Api, actions: ActionClient, readRows: ReadRows) {
  const { list: listShares, ...marketActions } = bindActions(actions, "market")
  return {
    tokens: { ...readTokens(api), ...bindActions(actions, "token") },
    markets: { ...readMarkets(api), ...marketActions, listShares },
    loans: { ...readLoans(api), ...bindActions(actions, "loan") },
    leverage: bindActions(actions, "leverage"),
    vault: { ...readVault(api), ...bindActions(actions, "vault") },
    vesting: { ...readVesting(api), ...bindActions(actions, "vesting") },
    updown: { ...readRounds(api), ...bindActions(actions, "updown") },
    faucet: {
      status: () => unwrap(api.GET("/api/v1/faucet/status")),
      ...bindActions(actions, "faucet"),
    },
    agents: { ...readAgents(api), ...bindActions(actions, "agent") },
    approvals: bindActions(actions, "approve"),
    me: readOwn(api),
    reef: createReef(api),
    wallets: readWallets(api),
    portfolio: readPortfolio(readRows),
    service: readService(api),
  }
}

export type Resources = ReturnType<typeof createResources>

type TokenQuery = QueryOf<"/api/v1/tokens">
type TradeQuery = QueryOf<"/api/v1/tokens/{address}/trades">
type OrderQuery = QueryOf<"/api/v1/tokens/{address}/orders">

const readTokens = (api: Api) => ({
  list: (query: TokenQuery = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/tokens", { params: { query } }))),
  get: async (address: string) => {
    const path = "/api/v1/tokens/{address}"
    return (await unwrap(api.GET(path, { params: { path: { address } } }))).data
  },
  safety: async (address: string) => {
    const path = "/api/v1/tokens/{address}/safety"
    return (await unwrap(api.GET(path, { params: { path: { address } } }))).data
  },
  candles: async (address: string, query: QueryOf<"/api/v1/tokens/{address}/candles"> = {}) => {
    const path = "/api/v1/tokens/{address}/candles"
    return (await unwrap(api.GET(path, { params: { path: { address }, query } }))).data
  },
  trades: (address: string, query: TradeQuery = {}) =>
    createList(query, (query) =>
      unwrap(api.GET("/api/v1/tokens/{address}/trades", { params: { path: { address }, query } })),
    ),
  comments: (address: string, query: QueryOf<"/api/v1/tokens/{address}/comments"> = {}) =>
    createList(query, (query) =>
      unwrap(
        api.GET("/api/v1/tokens/{address}/comments", { params: { path: { address }, query } }),
      ),
    ),
})

const readMarkets = (api: Api) => ({
  /** Markets are the tokens whose shares are traded. */
  list: (query: Omit<TokenQuery, "isPrediction"> = {}) =>
    createList(query, (query) =>
      unwrap(api.GET("/api/v1/tokens", { params: { query: { ...query, isPrediction: true } } })),
    ),
  get: readTokens(api).get,
  /** The order book of a market. */
  orders: (address: string, query: OrderQuery = {}) =>
    createList(query, (query) =>
      unwrap(api.GET("/api/v1/tokens/{address}/orders", { params: { path: { address }, query } })),
    ),
  liquidity: (address: string, query: QueryOf<"/api/v1/markets/{address}/liquidity"> = {}) =>
    createList(query, (query) =>
      unwrap(
        api.GET("/api/v1/markets/{address}/liquidity", { params: { path: { address }, query } }),
      ),
    ),
  bond: (address: string) =>
    unwrap(api.GET("/api/v1/markets/{address}/bond", { params: { path: { address } } })),
  events: (query: QueryOf<"/api/v1/markets/events"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/markets/events", { params: { query } }))),
})

const readLoans = (api: Api) => ({
  list: (query: QueryOf<"/api/v1/loans"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/loans", { params: { query } }))),
  events: (query: QueryOf<"/api/v1/loans/events"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/loans/events", { params: { query } }))),
})

const readVault = (api: Api) => ({
  events: (query: QueryOf<"/api/v1/vault/events"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/vault/events", { params: { query } }))),
})

const readVesting = (api: Api) => ({
  events: (query: QueryOf<"/api/v1/vesting/events"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/vesting/events", { params: { query } }))),
})

type RoundPath = "/api/v1/updown/rounds/{token}/{tf}/{roundId}"

const readRounds = (api: Api) => ({
  /** Rounds of an asset, which is named by its contract. */
  rounds: (query: paths["/api/v1/updown/rounds"]["get"]["parameters"]["query"]) =>
    createList(query, async (query) => {
      const answer = await unwrap(api.GET("/api/v1/updown/rounds", { params: { query } }))
      return { data: answer.rounds, pagination: answer.pagination }
    }),
  round: (path: paths[RoundPath]["get"]["parameters"]["path"]) =>
    unwrap(api.GET("/api/v1/updown/rounds/{token}/{tf}/{roundId}", { params: { path } })),
})

const readAgents = (api: Api) => ({
  list: (query: QueryOf<"/api/agents"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/agents", { params: { query } }))),
  get: (address: string) =>
    unwrap(api.GET("/api/agents/{address}", { params: { path: { address } } })),
})

/** Data of the key's wallet. */
const readOwn = (api: Api) => ({
  profile: () => unwrap(api.GET("/api/v1/me/profile")),
  stats: () => unwrap(api.GET("/api/v1/me/stats")),
  projects: () => unwrap(api.GET("/api/v1/me/projects")),
  referrals: () => unwrap(api.GET("/api/v1/me/referrals")),
  updown: () => unwrap(api.GET("/api/v1/me/updown")),
  dailyCaps: () => unwrap(api.GET("/api/v1/me/daily-caps")),
  export: () => unwrap(api.GET("/api/v1/me/export")),
  orders: (query: QueryOf<"/api/v1/me/orders"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/me/orders", { params: { query } }))),
})

/** A row of an export: texts, empty where something is unknown. */
export type ExportRow = Readonly<Record<string, string>>

/** Reads an export, which is no part of the document of the API. */
export type ReadRows = (path: string) => Promise<ExportRow[]>

const readPortfolio = (readRows: ReadRows) => ({
  /** USDB, tokens and debts of a wallet. */
  holdings: (wallet: string) => readRows(`/portfolio/${wallet.toLowerCase()}/holdings.json`),
  /** Shares of markets that a wallet holds, and what can be redeemed. */
  positions: (wallet: string) => readRows(`/portfolio/${wallet.toLowerCase()}/positions.json`),
})

const readWallets = (api: Api) => ({
  profile: (wallet: string) =>
    unwrap(api.GET("/api/v1/profile/{wallet}", { params: { path: { wallet } } })),
  transactions: (address: string, query: QueryOf<"/api/v1/wallet/{address}/transactions"> = {}) =>
    createList(query, (query) =>
      unwrap(
        api.GET("/api/v1/wallet/{address}/transactions", { params: { path: { address }, query } }),
      ),
    ),
  leaderboard: (query: QueryOf<"/api/v1/leaderboard"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/v1/leaderboard", { params: { query } }))),
})

type PostBody = NonNullable<
  paths["/api/reef/post"]["post"]["requestBody"]
>["content"]["application/json"]
type CommentBody = NonNullable<
  paths["/api/reef/post/{postId}/comment"]["post"]["requestBody"]
>["content"]["application/json"]

const createReef = (api: Api) => ({
  feed: (query: QueryOf<"/api/reef/feed"> = {}) =>
    createList(query, (query) => unwrap(api.GET("/api/reef/feed", { params: { query } }))),
  get: (postId: string) =>
    unwrap(api.GET("/api/reef/post/{postId}", { params: { path: { postId } } })),
  post: (body: PostBody) => unwrap(api.POST("/api/reef/post", { body })),
  comment: (postId: string, body: CommentBody) =>
    unwrap(api.POST("/api/reef/post/{postId}/comment", { params: { path: { postId } }, body })),
  vote: (postId: string) =>
    unwrap(api.POST("/api/reef/vote/{postId}", { params: { path: { postId } } })),
})

const readService = (api: Api) => ({
  health: () => unwrap(api.GET("/api/health")),
  pulse: () => unwrap(api.GET("/api/pulse")),
  contracts: () => unwrap(api.GET("/contracts.json")),
})

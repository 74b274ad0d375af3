import { toPattern } from "./routes"

const WALLET_ORDER = ["sort", "order"]

/**
 * The parameters that each page reads on the server, fixed paths first. Other parameters reach neither the key of a
 * cached page nor its rendering, so that invented parameters get the cached page.
 */
const PARAMETERS: readonly (readonly [route: string, names: readonly string[]])[] = [
  ["/agents", ["page", "search", "tier", "product", "sort"]],
  ["/agents/[agentId]", ["before"]],
  ["/agents/[agentId]/record", ["rows", "page"]],
  ["/borrow", ["token"]],
  ["/docs/search", ["q"]],
  ["/earn", ["range"]],
  ["/faucet", ["ref"]],
  ["/launch", ["step"]],
  [
    "/launchpad",
    [
      ...["page", "search", "dev", "kind", "phase", "frozen", "image", "vetted", "sort", "order"],
      ...["view", "column"],
    ],
  ],
  ["/leaderboard", ["page", "q", "error"]],
  ["/markets", ["page", "search", "group", "status", "kind", "sort"]],
  ["/markets/create", ["step"]],
  [
    "/markets/[address]",
    ["outcome", "range", "activity", "before", "all", "commentsBefore", "interval"],
  ],
  ["/portfolio", ["wallet"]],
  ["/portfolio/[wallet]", ["tab", "range", "curve", ...WALLET_ORDER, "side", "before", "page"]],
  ["/reef", ["sort", "period", "section", "by", "search", "from", "shown"]],
  ["/reef/[postId]", ["order", "thread", "from", "shown"]],
  ["/rounds/[asset]/[timeframe]", ["side", "before"]],
  ["/search", ["q"]],
  [
    "/tokens/[address]",
    [
      ...["interval", "to", "look", "scale", "tab", "side", "size", "by", "before"],
      "commentsBefore",
    ],
  ],
  ["/vesting", ["wallet", "tab", "show", "page"]],
  ["/vesting/create", ["token"]],
  ["/wallets/[address]", ["tab", "page", "side", "before", ...WALLET_ORDER]],
]

const pages = PARAMETERS.map(([route, names]) => ({ route, names, pattern: toPattern(route) }))

/** The routes whose pages read parameters. */
export const routesWithParameters = PARAMETERS.map(([route]) => route)

/** The query parameters that the page reads, always in the same order; "" without any. */
export function pageQuery(pathname: string, query: string): string {
  if (query === "") return ""
  const names = pages.find(({ pattern }) => pattern.test(pathname))?.names ?? []
  const search = new URLSearchParams(query)
  const kept = new URLSearchParams()
  // Of a repeated name, pages read the first value or none.
  for (const name of names) {
    for (const value of search.getAll(name).slice(0, 2)) kept.append(name, value)
  }
  return kept.size === 0 ? "" : `?${kept}`
}

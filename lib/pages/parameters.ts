const WALLET_ORDER = ["sort", "order"]

/**
 * The parameters that each page reads, fixed paths first. An address with others leads to the one without them, so that
 * caches keep a page once.
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

/** Matches the paths of a route as Next.js writes it: `/tokens/[address]`. */
const toPattern = (route: string) => new RegExp(`^${route.replace(/\[\w+\]/g, "[^/]+")}$`)

const pages = PARAMETERS.map(([route, names]) => ({ names, pattern: toPattern(route) }))

/** The routes whose pages read parameters. */
export const routesWithParameters = PARAMETERS.map(([route]) => route)

/** Read in the browser on every page: components/referral. */
const EVERYWHERE = ["ref"]

/**
 * The query without the parameters that the page does not know, and without a third value of any; null where it has
 * none of these. Pages read the first value of a name, or none where it is repeated.
 */
export function withoutUnknown(pathname: string, search: string): string | null {
  const own = pages.find(({ pattern }) => pattern.test(pathname))?.names ?? []
  const names = new Set([...own, ...EVERYWHERE])
  const query = new URLSearchParams(search)
  const kept = [...query].filter(
    ([name], at, all) =>
      names.has(name) && all.slice(0, at).filter((pair) => pair[0] === name).length < 2,
  )
  if (kept.length === query.size) return null
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`
}

import { execFileSync } from "node:child_process"

/**
 * Long tests whose subject shorter ones show as well: a run of everything takes one of these groups, chosen by the
 * commit's hash: runs of fifteen commits have met all six, on average. `--deep` runs all, `--changed` and named files
 * what they name. Each group takes about as long as another.
 */
export const GROUPS: readonly (readonly string[])[] = [
  [
    "tests/api/images.test.ts",
    "tests/api/v1/updown-accounting.test.ts",
    "tests/contracts/pool-math.test.ts",
    "tests/lib/indexer/market-contracts.test.ts",
    "tests/pages/index-lag.alone.spec.ts",
    "tests/pages/portfolio.spec.ts",
    "tests/pages/resolution.alone.spec.ts",
    "tests/pages/rounds.alone.spec.ts",
    "tests/scripts/activity-reef.test.ts",
    "tests/scripts/local/chain.test.ts",
  ],
  [
    "tests/contracts/interface.test.ts",
    "tests/contracts/names.test.ts",
    "tests/lib/guides/examples.test.ts",
    "tests/lib/indexer/halt.test.ts",
    "tests/lib/indexer/onchain-state.test.ts",
    "tests/lib/mcp/trade.test.ts",
    "tests/pages/creator.spec.ts",
    "tests/pages/design.spec.ts",
    "tests/pages/error.spec.ts",
    "tests/pages/market-owners.spec.ts",
    "tests/pages/themes.spec.ts",
    "tests/pages/vesting.spec.ts",
    "tests/scripts/activity.test.ts",
  ],
  [
    "tests/api/fuzz/fuzz.test.ts",
    "tests/components/docs/markdown.test.ts",
    "tests/lib/content/image.test.ts",
    "tests/lib/db/pool.test.ts",
    "tests/lib/indexer/node.test.ts",
    "tests/lib/indexer/row-ids.test.ts",
    "tests/lib/portfolio/loan-worth.test.ts",
    "tests/lib/streams/stream.test.ts",
    "tests/pages/account-profile.spec.ts",
    "tests/pages/earn.spec.ts",
    "tests/pages/metadata.spec.ts",
    "tests/pages/navigation.spec.ts",
    "tests/pages/reef-feed.spec.ts",
    "tests/pages/search.spec.ts",
    "tests/pages/tx.spec.ts",
  ],
  [
    "tests/api/auth/verify-contract-wallets.test.ts",
    "tests/api/fuzz/search-params.test.ts",
    "tests/contracts/markets.test.ts",
    "tests/lib/guides/quickstart.test.ts",
    "tests/lib/indexer/crash.test.ts",
    "tests/lib/indexer/patience.test.ts",
    "tests/lib/streams/kill.test.ts",
    "tests/pages/claims.spec.ts",
    "tests/pages/docs.spec.ts",
    "tests/pages/faucet.spec.ts",
    "tests/pages/launchpad.spec.ts",
    "tests/pages/trade-approval.spec.ts",
    "tests/scripts/bundle-server.test.ts",
    "tests/scripts/feeder/feeder.test.ts",
  ],
  [
    "tests/api/fuzz/broken-text.test.ts",
    "tests/contracts/loans.test.ts",
    "tests/lib/actions/equal-to-contract.test.ts",
    "tests/lib/indexer/reorg.test.ts",
    "tests/lib/indexer/strangers.test.ts",
    "tests/pages/account.spec.ts",
    "tests/pages/agents.spec.ts",
    "tests/pages/borrow.spec.ts",
    "tests/pages/keyboard.spec.ts",
    "tests/pages/markets.spec.ts",
    "tests/pages/reading.spec.ts",
    "tests/pages/rewards.spec.ts",
    "tests/scripts/fonts.test.ts",
    "tests/sdk/cli.test.ts",
    "tests/sdk/mcp.test.ts",
  ],
  [
    "tests/api/statuses.test.ts",
    "tests/contracts/swap.test.ts",
    "tests/lib/indexer/large-blocks.test.ts",
    "tests/lib/indexer/order.test.ts",
    "tests/lib/portfolio/round-worth.test.ts",
    "tests/pages/comments.spec.ts",
    "tests/pages/leverage.spec.ts",
    "tests/pages/network.spec.ts",
    "tests/pages/reef-talk.spec.ts",
    "tests/pages/server-markup.spec.ts",
    "tests/pages/trade-recovery.spec.ts",
    "tests/pages/transactions.spec.ts",
    "tests/scripts/database/server.test.ts",
    "tests/scripts/sample-reef.test.ts",
  ],
]

/** The group of the commit that is checked out; null, for all, where there is none. */
export function readGroup(root: string): number | null {
  try {
    const args = ["rev-parse", "HEAD"]
    const commit = execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" })
    return Number.parseInt(commit.slice(0, 8), 16) % GROUPS.length
  } catch {
    return null
  }
}

export const environmentOf = (group: number | null): Record<string, string> =>
  group === null ? {} : { TEST_GROUP: `${group}` }

/** Whether a run of this group has browser tests for the separate environment. */
export const hasAlone = (group: number | null): boolean =>
  group === null || (GROUPS[group] ?? []).some((file) => file.endsWith(".alone.spec.ts"))

/** Files of the other groups, which do not run in an environment that names a group. */
export const listResting = (group = process.env.TEST_GROUP): string[] =>
  group ? GROUPS.filter((_, index) => `${index}` !== group).flat() : []

/** Of things that take turns one by one, such as the pages of one test: whether this one, counted from 0, has its turn. */
export const hasTurn = (index: number, group = process.env.TEST_GROUP): boolean =>
  !group || index % GROUPS.length === Number(group)

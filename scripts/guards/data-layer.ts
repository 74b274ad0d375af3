import ts from "typescript"
import type { Finding } from "./finding"
import { isTypeScript, parseSource, readSource } from "./sources"

/** Domains whose rows are what people write. */
const PEOPLES_DOMAINS =
  /^lib\/(account|agents|auth|bugs|content|faucet|jobs|profiles|reef|referrals|social|wallets)\//

/** Tables of people's data, by their models. All other tables hold data from the chain, or follow from it. */
const PEOPLES_TABLES: Readonly<Record<string, string>> = {
  agentText: "agent_text",
  apiKey: "api_key",
  avatarUpload: "avatar_upload",
  blockedWallet: "blocked_wallet",
  bugReport: "bug_report",
  comment: "comment",
  faucetPayout: "faucet_payout",
  imageQuota: "image_quota",
  issuedImage: "issued_image",
  jobRun: "job_run",
  moltbookAccount: "moltbook_account",
  moltbookChallenge: "moltbook_challenge",
  moltbookPost: "moltbook_post",
  nonce: "nonce",
  oauthState: "oauth_state",
  oauthToken: "oauth_token",
  profile: "profile",
  project: "project",
  reefAction: "reef_action",
  reefComment: "reef_comment",
  reefCommentVote: "reef_comment_vote",
  reefMember: "reef_member",
  reefPost: "reef_post",
  reefPostVersion: "reef_post_version",
  reefPostVote: "reef_post_vote",
  reefReport: "reef_report",
  releasedAccount: "released_account",
  revokedSession: "revoked_session",
  socialChallenge: "social_challenge",
  socialLink: "social_link",
  socialPost: "x_post",
  walletSignOut: "wallet_sign_out",
}

/** Files in which the query builder uses these tables nevertheless, with the reason. */
const BUILDER_FILES: Readonly<Record<string, string>> = {
  "lib/account/daily-caps.ts":
    "one statement with the points of the day, which follow from the chain",
  "lib/agents/record/sources.ts":
    "one statement over what a wallet did, on the chain and in the Reef",
  "lib/auth/request-rows.ts": "every request with a key or a session reads it: 0.15 ms, not 0.4",
  "lib/faucet/indexed-payouts.ts": "compares payouts with the claims of the index",
  "lib/faucet/signals.ts": "one statement with what the index knows of the wallet",
  "lib/indexer/checkpoint.ts": "payouts go with the chain that they were made on",
  "lib/indexer/projections/onchain-state.ts": "runs in the transaction of the index",
  "lib/indexer/projections/tokens.ts": "creates a token's project in the transaction of the index",
  "lib/profiles/points/due.ts": "runs in the transaction of the index",
  "lib/profiles/points/post-rows.ts": "computes points of many wallets beside rows of the index",
  "lib/profiles/ranks/ranked-wallets.ts": "joins the ranks, in a list with a measured speed",
  "lib/reef/comments/queries.ts": "a post with ten comments took 1.3 to 1.5 times as long",
  "lib/reef/locks.ts": "locks rows, which Prisma does not",
  "lib/reef/posts/rows.ts": "the lists of the feed, which have a measured speed",
}

const tables = new Set(Object.values(PEOPLES_TABLES))

/** Statements of the query builder on people's tables: all of their domains, and everywhere else what writes. */
export function findBuilderStatements(files: readonly string[]): Finding[] {
  const statements = files
    .filter((file) => isTypeScript(file) && /^(app|lib)\//.test(file))
    .flatMap((file) => {
      const methods = PEOPLES_DOMAINS.test(file) ? STATEMENTS : WRITES
      const named = [...new Set(statementTables(file, methods))].filter((table) =>
        tables.has(table),
      )
      return named.length > 0 ? [{ at: file, detail: named.join(", ") }] : []
    })
  const unneeded = Object.keys(BUILDER_FILES).filter((file) =>
    statements.every(({ at }) => at !== file),
  )
  return [
    ...statements.filter(({ at }) => !(at in BUILDER_FILES)),
    ...unneeded.map((at) => ({ at, detail: "is no longer needed in BUILDER_FILES" })),
  ]
}

const WRITES = /^(insertInto|updateTable|deleteFrom|mergeInto)$/
const STATEMENTS = /^(insertInto|updateTable|deleteFrom|selectFrom|mergeInto)$/

/** The tables of a file's statements, such as `profile` of `selectFrom("profile as p")`. */
function statementTables(file: string, methods: RegExp): string[] {
  const named: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && methods.test(calledName(node))) {
      for (const each of node.arguments.slice(0, 1)) named.push(...textsOf(each))
    }
    ts.forEachChild(node, visit)
  }
  visit(parseSource(file))
  return named.map((text) => text.replace(/ as .*/, ""))
}

/** The method of `db.selectFrom(…)`, or the function of `selectFrom(…)`. */
function calledName({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : ""
}

function textsOf(node: ts.Expression): string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(textsOf)
  return ts.isStringLiteralLike(node) ? [node.text] : []
}

const MODEL =
  /\b(?:prisma|tx)\.([a-z]\w*)\.(?:create|find|update|upsert|delete|count|aggregate|group)/g

/** Models of data from the chain, which only the query builder reads and writes. */
export function findChainModels(files: readonly string[]): Finding[] {
  return files
    .filter((file) => isTypeScript(file) && /^(app|lib)\//.test(file))
    .flatMap((file) => {
      const models = [...readSource(file).matchAll(MODEL)].map(([, model = ""]) => model)
      const foreign = [...new Set(models)].filter((model) => !(model in PEOPLES_TABLES))
      return foreign.map((model) => ({ at: `${file}: ${model}` }))
    })
}

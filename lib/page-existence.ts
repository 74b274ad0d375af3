import { isAddress, isHash } from "viem"
import { createBatchLoader } from "@/lib/async/coalesce"
import { processSingleton } from "@/lib/async/process-singleton"
import { pool } from "@/lib/db/client"
import { requestPlanName } from "@/lib/db/pool"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { decodeId } from "@/lib/http/opaque-ids"
import { assets } from "@/lib/updown/assets"
import { findTimeframe } from "@/lib/updown/timeframes"

/** Which of the keys are stored, for many requests in one query. */
const createLoader = (text: string) => () =>
  createBatchLoader(async (keys: readonly string[]) => {
    const name = requestPlanName(text)
    const { rows } = await pool().query<{ key: string }>({ name, text, values: [keys] })
    return new Map(rows.map(({ key }) => [key, true]))
  })

const createTokenLoader = createLoader("select address as key from token where address = any($1)")

const createMarketLoader = createLoader("select token as key from market where token = any($1)")

const createPostLoader = createLoader(
  "select id::text as key from reef_post where id = any($1::bigint[]) and deleted_at is null and hidden_at is null",
)

const createAgentLoader = createLoader(
  "select agent_id::text as key from agent where agent_id = any($1::bigint[])",
)

const isToken = async (text: string) =>
  isWallet(text) &&
  !!(await processSingleton("known-tokens", createTokenLoader)(text.toLowerCase()))

const isMarket = async (text: string) =>
  isWallet(text) &&
  !!(await processSingleton("known-markets", createMarketLoader)(text.toLowerCase()))

async function isPost(id: string) {
  const row = decodeId(id)
  return row !== null && !!(await processSingleton("known-posts", createPostLoader)(`${row}`))
}

/** An agent's number; the page of a wallet leads to its agent. */
const isAgent = async (text: string) =>
  isWallet(text) ||
  (/^(0|[1-9]\d{0,15})$/.test(text) &&
    !!(await processSingleton("known-agents", createAgentLoader)(text)))

const isWallet = (text: string) => isAddress(text, { strict: false })

/** A launch shows before the index knows it: then the node is asked. */
async function isLaunch(address: string) {
  if (!isWallet(address)) return false
  if (await isToken(address)) return true
  const { findCreator } = await import("@/lib/content/onchain")
  try {
    return (await findCreator(address.toLowerCase())) !== null
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

type Check = (parameter: string, second: string) => boolean | Promise<boolean>

/** What a page may be about. */
export const subjects = [
  "page",
  "token",
  "market",
  "launch",
  "post",
  "wallet",
  "agent",
  "transaction",
] as const
export type Subject = (typeof subjects)[number]

/** Pages of something that may not be there. */
const CHECKS: readonly (readonly [Subject, RegExp, Check])[] = [
  ["token", /^\/tokens\/([^/]+)$/, isToken],
  ["market", /^\/markets\/(?!create$)([^/]+)$/, isMarket],
  ["post", /^\/reef\/(?!new$|moderation$)([^/]+)$/, isPost],
  ["agent", /^\/agents\/(?!new$)([^/]+)(?:\/(?:edit|record))?$/, isAgent],
  ["wallet", /^\/(?:wallets|portfolio)\/([^/]+)$/, isWallet],
  ["launch", /^\/launch\/([^/]+)$/, isLaunch],
  ["transaction", /^\/tx\/([^/]+)$/, (hash) => isHash(hash.toLowerCase())],
  [
    "page",
    /^\/rounds\/([^/]+)\/([^/]+)$/,
    (asset, label) => assets.some((each) => each === asset) && !!findTimeframe(label),
  ],
  [
    "page",
    /^\/docs\/(?!design$|search$|api$)([^/]+)$/,
    async (slug) => !!(await import("@/lib/guides/registry")).findGuide(slug),
  ],
  [
    "page",
    /^\/docs\/api\/([^/]+)$/,
    async (id) => !!(await import("@/lib/reference/document")).findOperation(id),
  ],
  ["page", /^\/dev\/(components)$/, () => env().NODE_ENV === "development" || !!env().DEV_WALLET],
]

/**
 * What is missing where nothing is to be shown at the path of a page; null otherwise. Costs a part of a small query. Paths
 * that no page has are the framework's.
 */
export async function findMissing(pathname: string): Promise<Subject | null> {
  for (const [subject, pattern, check] of CHECKS) {
    const [, parameter, second = ""] = pattern.exec(pathname) ?? []
    if (parameter !== undefined) return (await check(parameter, second)) ? null : subject
  }
  return null
}

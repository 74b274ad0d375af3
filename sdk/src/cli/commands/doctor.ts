import { AtollError, NetworkError } from "../../client/errors"
import type { components } from "../../client/types"
import { DailySpending } from "../../signing/daily-spending"
import { formatUsdb } from "../../signing/limits"
import { readLimits } from "../../signing/limits-file"
import { createOwnNode } from "../../verification/own-node"
import type { Context } from "../context"
import { formatTable, remedyOf } from "../output"
import { readService } from "../settings"

type Health = components["schemas"]["Health"]
type Check = { check: string; ok: boolean; value: string; remedy: string }

const MOST_LAG_SECONDS = 60
const MOST_SKEW_SECONDS = 30

const check = (check: string, ok: boolean, value: string, remedy: string): Check => ({
  ...{ check, ok, value },
  remedy: ok ? "" : remedy,
})

/**
 * Checks everything that a trade needs, and prints a remedy for each missing part. Returns whether everything is
 * there.
 */
export async function doctor(context: Context): Promise<boolean> {
  const checks = await examine(context)
  const isWell = checks.every(({ ok }) => ok)
  context.print({ ok: isWell, checks }, () =>
    formatTable(
      checks.map(({ ok, check, value, remedy }) => ({ "": ok ? "✓" : "✗", check, value, remedy })),
      "",
    ),
  )
  return isWell
}

async function examine(context: Context): Promise<Check[]> {
  const { url } = context
  const local = checkLimits(context)
  try {
    const health = await readHealth(context)
    const remote = await Promise.all([
      checkChain(context, health),
      checkOwnNode(context),
      checkKey(context),
      checkWallet(context),
    ])
    const service = check("service", true, `${url}, version ${health.version}`, "")
    return [service, ...checkIndex(health), checkClock(health), ...remote, await local]
  } catch (error) {
    if (!(error instanceof AtollError)) throw error
    const remedy =
      remedyOf(error) ?? "Start the service, or name another one by ATOLL_URL or --url."
    const value = error instanceof NetworkError ? `${url} cannot be reached` : error.message
    return [check("service", false, value, remedy), await local]
  }
}

/** The service says that it is not well with 503, and the same body. */
async function readHealth({ atoll }: Context): Promise<Health> {
  const { data, error } = await atoll.api.GET("/api/health")
  const body: unknown = data ?? error
  if (typeof body === "object" && body !== null && "checks" in body) return body as Health
  return atoll.service.health()
}

function checkIndex({ checks: { index } }: Health): Check[] {
  const lag = index.lagSeconds ?? 0
  const value = index.ok
    ? `block ${index.indexedBlock} of ${index.head}, ${lag} s behind`
    : (index.reason ?? "unknown")
  const remedy = "Wait; rows of new transactions come late. The operator sees why at /api/health."
  return [check("index", index.ok && lag <= MOST_LAG_SECONDS, value, remedy)]
}

function checkClock({ timestamp }: Health): Check {
  const skew = Math.round((Date.now() - new Date(timestamp).getTime()) / 1_000)
  const remedy = "Set this computer's clock: sign-in messages of another time are refused."
  return check("clock", Math.abs(skew) <= MOST_SKEW_SECONDS, `${skew} s from the service's`, remedy)
}

/** Checks the service's chain, and that the contracts equal the stored ones. */
async function checkChain(
  { atoll, env, url }: Context,
  { checks: { rpc } }: Health,
): Promise<Check> {
  const [{ contracts: kept }, present] = await Promise.all([
    readService(env, url),
    atoll.service.contracts(),
  ])
  const value = `chain ${present.chainId}, block ${rpc.head ?? "unknown"}`
  if (kept && JSON.stringify(kept) !== JSON.stringify(present)) {
    const remedy =
      "If you know why, accept the new addresses by `atoll login`. If not, sign nothing."
    return check("chain", false, `${value}: its contracts are not those that were kept`, remedy)
  }
  return check("chain", rpc.ok, value, "The service has no node now; try again later.")
}

/** The node against which the service's figures are held; without one its word is taken. */
async function checkOwnNode({ atoll, env }: Context): Promise<Check> {
  const url = env.ATOLL_RPC_URL
  if (!url) return check("own node", true, "none: the service's word is taken for prices", "")
  const remedy = "Set ATOLL_RPC_URL to a node of the service's chain that knows eth_simulateV1."
  try {
    const node = createOwnNode(url, (request) => fetch(request))
    const [chainId, { chainId: expected }] = await Promise.all([
      node("eth_chainId", []),
      atoll.contracts(),
      node("eth_simulateV1", [{ blockStateCalls: [{ calls: [] }] }, "latest"]),
    ])
    return check("own node", Number(chainId) === expected, `chain ${Number(chainId)}`, remedy)
  } catch (error) {
    if (!(error instanceof AtollError)) throw error
    return check("own node", false, error.message, remedy)
  }
}

async function checkKey({ atoll, account }: Context): Promise<Check> {
  const remedy = "Run `atoll login` with ATOLL_PRIVATE_KEY or ATOLL_KEYSTORE, or set ATOLL_KEY."
  try {
    const { wallet } = await atoll.me.profile()
    return check(
      "key",
      true,
      account ? `of ${wallet}` : `of ${wallet}, without an account that signs`,
      "",
    )
  } catch (error) {
    if (!(error instanceof AtollError)) throw error
    return check("key", false, error.code, remedyOf(error) ?? remedy)
  }
}

async function checkWallet({ atoll, account }: Context): Promise<Check> {
  if (!account) {
    return check("wallet", true, "none: this computer reads and signs nothing", "")
  }
  const holdings = await atoll.portfolio.holdings(account.address)
  const usdb = holdings.find(({ kind }) => kind === "cash")?.amount || "0"
  const remedy = "Get test USDB by `atoll claim faucet`."
  return check("wallet", Number(usdb) > 0, `${account.address}, ${usdb} USDB`, remedy)
}

async function checkLimits({ limitsFile }: Context): Promise<Check> {
  try {
    const limits = await readLimits(limitsFile)
    const spent = await new DailySpending(limitsFile).spentOn(new Date())
    const most = limits.maxPerDay === null ? "no limit" : `${formatUsdb(limits.maxPerDay)} USDB`
    const isOver = limits.expires !== null && limits.expires <= new Date()
    const value = isOver
      ? `ended at ${limits.expires?.toISOString()}`
      : `${formatUsdb(spent)} of ${most} signed for today`
    return check("limits", !isOver, value, "Set a later end by `atoll limits --expires`.")
  } catch (error) {
    if (!(error instanceof AtollError)) throw error
    return check("limits", false, error.message, error.remedy ?? "")
  }
}

import { readFileSync } from "node:fs"
import path from "node:path"
import { assets } from "@/lib/updown/assets"
import { isAgentKind, parseAgentCall } from "./agents/parse"
import { type Call, type Spender, toRoundSpender } from "./calls"
import { isLendingKind, parseLendingCall } from "./lending/parse"
import { ScenarioLine } from "./scenario-line"
import { isRoundKind, parseRoundCall } from "./updown/parse"

/** One transaction of the history. `at` is the Unix time of its block, `from` the index of its wallet. */
export type Action = { at: number; from: number; call: Call }

const SPENDERS: readonly Spender[] = [
  ...(["swap", "marketTrading", "privateMarket", "resolver"] as const),
  ...(["mainToken", "loanHub", "staking", "vesting"] as const),
  ...assets.map(toRoundSpender),
]

/** Reads a recorded history that ends at a Unix time. */
export function readScenario(name: "month" | "two-days", end: number): Action[] {
  const file = path.join(import.meta.dirname, `${name}.scenario`)
  return parseScenario(readFileSync(file, "utf8"), end)
}

/**
 * Reads one transaction from each line that is neither empty nor a comment: time, sender, action, and the
 * action's words. Amounts are decimal numbers of whole tokens, wallets are names of actors.
 */
export function parseScenario(text: string, end: number): Action[] {
  const privateMarkets = new Set<string>()
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const words = new ScenarioLine(line, { end, privateMarkets })
      const action = { at: words.time(), from: words.wallet(), call: parseCall(words) }
      return words.isEmpty() ? action : words.fail("there are words too many")
    })
}

function parseCall(words: ScenarioLine): Call {
  const kind = words.next()
  switch (kind) {
    case "mint":
      return { kind, to: words.wallet(), amount: words.amount() }
    case "faucet":
      return { kind, referrer: words.isEmpty() ? null : words.wallet() }
    case "setReferrer":
      return { kind, referrer: words.wallet() }
    case "approve":
      return { kind, symbol: words.next(), spender: words.oneOf(SPENDERS) }
    case "buy":
    case "sell":
      return { kind, symbol: words.next(), amount: words.amount(), minOut: words.amount() }
    case "transfer":
      return { kind, symbol: words.next(), amount: words.amount(), to: words.wallet() }
    case "launch": {
      const [symbol, multiplier, startLP] = [words.next(), words.number(), words.number()]
      const [bonding, frozen] = [words.number(), words.oneOf(["frozen", "open"]) === "frozen"]
      return {
        kind,
        launch: { symbol, multiplier, startLP, bonding, frozen, name: words.rest() },
      }
    }
    case "whitelist": {
      const [symbol, wallets, limit] = [words.next(), words.wallets(), words.number()]
      return { kind, symbol, wallets, limit, tag: words.rest() }
    }
    case "surge": {
      const [symbol, startRate, endRate] = [words.next(), words.number(), words.number()]
      return { kind, symbol, startRate, endRate, hours: words.number() }
    }
    case "endSurge":
    case "claimRewards":
    case "vet":
    case "stake":
      return { kind, symbol: words.next() }
    case "devShare":
      return {
        kind,
        symbol: words.next(),
        wallet: words.wallet(),
        basisPoints: words.number(),
      }
    case "launchVested": {
      const [symbol, multiplier, startLP] = [words.next(), words.number(), words.number()]
      const [seconds, shape] = [words.number(), words.oneOf(["gradual", "cliff"])]
      const terms = { symbol, multiplier, startLP, bonding: 0, frozen: false, name: words.rest() }
      return { kind: "launch", launch: { ...terms, vested: { seconds, shape } } }
    }
    default:
      if (isAgentKind(kind)) return parseAgentCall(kind, words)
      if (isLendingKind(kind)) return parseLendingCall(kind, words)
      return isRoundKind(kind) ? parseRoundCall(kind, words) : parseMarketCall(kind, words)
  }
}

function parseMarketCall(kind: string, words: ScenarioLine): Call {
  if (kind === "openMarket") return parseOpening(words)
  const market = words.market()
  switch (kind) {
    case "buyShares": {
      const [outcome, input, amount] = [words.outcome(), words.next(), words.amount()]
      return {
        kind,
        market,
        outcome,
        input,
        amount,
        minUsdc: words.amount(),
        minShares: words.amount(),
      }
    }
    case "listShares":
      return {
        kind,
        market,
        outcome: words.outcome(),
        amount: words.amount(),
        price: words.amount(),
      }
    case "cancelOrder":
      return { kind, market, order: BigInt(words.number()) }
    case "fillOrder":
      return { kind, market, order: BigInt(words.number()), amount: words.amount() }
    case "sweepOrders": {
      const [outcome, orders] = [words.outcome(), words.list().map(BigInt)]
      return {
        kind,
        market,
        outcome,
        orders,
        amount: words.amount(),
        minShares: words.amount(),
      }
    }
    case "donate": {
      const isBounty = words.oneOf(["bounty", "pot"]) === "bounty"
      return { kind, market, isBounty, amount: words.amount() }
    }
    case "propose":
    case "dispute":
    case "vote":
    case "veto":
    case "decide":
      return { kind, market, outcome: words.outcome() }
    case "finalizeUncontested":
    case "finalize":
    case "redeem":
    case "claimBounty":
      return { kind, market }
    case "claimEarlyBounty":
      return { kind, market, round: BigInt(words.number()) }
    case "admitVoter":
      return { kind, market, wallet: words.wallet() }
    case "admitBuyers":
      return { kind, market, wallets: words.wallets() }
    default:
      return words.fail(`no action is called ${kind}`)
  }
}

function parseOpening(words: ScenarioLine): Call {
  const symbol = words.next()
  const access = words.oneOf(["public", "private", "private-event"])
  const [isPrivate, isEvent] = [access !== "public", access === "private-event"]
  if (isPrivate) words.history.privateMarkets.add(symbol)
  const [endTime, seed] = [words.endTime(), words.number()]
  const [name = "", ...options] = words.rest().split(" | ")
  return {
    kind: "openMarket",
    endTime,
    question: { symbol, isPrivate, isEvent, seed, name, options },
  }
}

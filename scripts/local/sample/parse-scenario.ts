import { readFileSync } from "node:fs"
import path from "node:path"
import { parseUnits } from "viem"
import { ACTORS, OPERATOR } from "./actors"
import type { Call, Spender } from "./calls"
import type { MarketRef } from "./markets/calls"
import { EARLY, INVALID } from "./markets/transactions"

/** One transaction of the history. `at` is the Unix time of its block, `from` the index of its wallet. */
export type Action = { at: number; from: number; call: Call }

const SECONDS = { day: 86_400, hour: 3_600, minute: 60 }
/** Markets end at full five minutes. */
const END_TIME_STEP_SECONDS = 300
const SPENDERS: readonly Spender[] = ["swap", "marketTrading", "privateMarket", "resolver"]

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
      const words = new Words(line, { end, privateMarkets })
      const action = { at: words.time(), from: words.wallet(), call: parseCall(words) }
      return words.isEmpty() ? action : words.fail("there are words too many")
    })
}

function parseCall(words: Words): Call {
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
    default:
      return parseMarketCall(kind, words)
  }
}

function parseMarketCall(kind: string, words: Words): Call {
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

function parseOpening(words: Words): Call {
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

type History = { end: number; privateMarkets: Set<string> }

/** Reads a line word by word; what does not fit is an error that names the line. */
class Words {
  readonly #words: string[]

  constructor(
    private readonly line: string,
    readonly history: History,
  ) {
    this.#words = line.split(" ")
  }

  isEmpty(): boolean {
    return this.#words.length === 0
  }

  next(): string {
    return this.#words.shift() ?? this.fail("a word is missing")
  }

  /** The other words, as one text. */
  rest(): string {
    return this.#words.splice(0).join(" ")
  }

  list(): string[] {
    return this.next().split(",")
  }

  number(): number {
    const value = Number(this.next())
    return Number.isSafeInteger(value) ? value : this.fail("a number is missing")
  }

  amount(): bigint {
    return parseUnits(this.next(), 18)
  }

  oneOf<T extends string>(choices: readonly T[]): T {
    const word = this.next()
    return choices.find((choice) => choice === word) ?? this.fail(`${word} is none of ${choices}`)
  }

  wallet(): number {
    return this.#walletOf(this.next())
  }

  wallets(): number[] {
    return this.list().map((name) => this.#walletOf(name))
  }

  market(): MarketRef {
    const symbol = this.next()
    return { symbol, isPrivate: this.history.privateMarkets.has(symbol) }
  }

  outcome(): number {
    const [word] = this.#words
    if (word !== "EARLY" && word !== "INVALID") return this.number()
    return this.next() === "EARLY" ? EARLY : INVALID
  }

  /** "-2d03:04:05" is two days, three hours, four minutes and five seconds before the end. */
  time(): number {
    const word = this.next()
    const match = /^([+-])(\d+)d(\d\d):(\d\d):(\d\d)$/.exec(word)
    if (!match) return this.fail(`${word} is no time`)
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2).map(Number)
    const offset = days * SECONDS.day + hours * SECONDS.hour + minutes * SECONDS.minute + seconds
    return this.history.end + (match[1] === "-" ? -offset : offset)
  }

  /** 0 for a market without an end. */
  endTime(): number {
    if (this.#words[0] !== "open-ended") {
      return Math.floor(this.time() / END_TIME_STEP_SECONDS) * END_TIME_STEP_SECONDS
    }
    this.next()
    return 0
  }

  fail(why: string): never {
    throw new Error(`${why}: ${this.line}`)
  }

  #walletOf(name: string): number {
    if (name === "operator") return OPERATOR
    const actor = ACTORS.find((each) => each.name === name.replace("-", " "))
    return actor?.index ?? this.fail(`nobody is called ${name}`)
  }
}

import { parseUnits } from "viem"
import { FEEDER, KEEPER, OPERATOR } from "../accounts"
import { ACTORS } from "./actors"
import type { MarketRef } from "./markets/calls"
import { EARLY, INVALID } from "./markets/transactions"

/** Those that act for the venue. */
const SERVICES = new Map([
  ["operator", OPERATOR],
  ["feeder", FEEDER],
  ["keeper", KEEPER],
])
const SECONDS = { day: 86_400, hour: 3_600, minute: 60 }
/** Markets end at full five minutes. */
const END_TIME_STEP_SECONDS = 300

type History = { end: number; privateMarkets: Set<string> }

/** Reads a line word by word; what does not fit is an error that names the line. */
export class ScenarioLine {
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

  /** The next word if it is one of these. */
  oneOfOr<T extends string>(choices: readonly T[]): T | undefined {
    const choice = choices.find((each) => each === this.#words[0])
    if (choice) this.#words.shift()
    return choice
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
    const service = SERVICES.get(name)
    if (service !== undefined) return service
    const actor = ACTORS.find((each) => each.name === name.replace("-", " "))
    return actor?.index ?? this.fail(`nobody is called ${name}`)
  }
}

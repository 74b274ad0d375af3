import { WAD } from "@/lib/units"
import { timeframes } from "@/lib/updown/timeframes"
import { ACTORS, type Actor } from "../sample/actors"
import { type Call, toRoundSpender } from "../sample/calls"
import type { RandomStream } from "../sample/random"
import { roundCall } from "../sample/updown/parse"
import { roundTransactions } from "../sample/updown/transactions"
import type { LocalExchange } from "./exchange"
import { fundWallet } from "./funding"

/** The part of the actions that are claims, where there is something to claim. */
const CLAIM_PROBABILITY = 0.25
/** Whoever has won may also leave it. */
const PATIENT = new Set(["Leila", "Hugo", "Omar"])
/** Seconds before the end of betting in which nobody bets any more. */
const LAST_SECONDS = 10
/** Whole USDB. */
const MAX_STAKE = { creator: 20, whale: 120, swing: 40, small: 8, maker: 15 }

type Context = { exchange: LocalExchange; random: RandomStream; actor: Actor }

/** Bets on a price or claims what rounds owe, and describes it; null when it is not possible now. */
export async function actOnRounds(
  exchange: LocalExchange,
  random: RandomStream,
): Promise<string | null> {
  const actor = random.weighted(ACTORS, () => 1)
  if (!actor) return null
  const context = { exchange, random, actor }
  if (random.chance(CLAIM_PROBABILITY) && !PATIENT.has(actor.name)) {
    const done = await claim(context)
    if (done) return done
  }
  return bet(context)
}

async function bet({ exchange, random, actor }: Context): Promise<string | null> {
  const asset = random.weighted(exchange.rounds.assets, () => 1)
  // Short rounds are over soon and need bets more often.
  const timeframe = random.weighted(timeframes, ({ code }) => 5 - code)
  if (!asset || !timeframe) return null
  const open = await exchange.rounds.open(actor.index, asset, timeframe.code)
  if (!open || open.secondsLeft < LAST_SECONDS) return null
  const side = open.side === 0 ? (random.chance(0.5) ? "up" : "down") : sideOf(open.side)
  const usdb = Math.ceil(random.between(1, MAX_STAKE[actor.role]))
  const amount = BigInt(usdb) * WAD
  const spender = toRoundSpender(asset)
  const funds = await exchange.usdbFunds(actor.index, spender)
  if (funds.money < amount) await fundWallet(exchange, actor, amount, funds)
  if (funds.allowance < amount) {
    await exchange.send(actor.index, { kind: "approve", symbol: "USDB", spender })
  }
  const call = roundCall("bet", ({ book }) =>
    roundTransactions(book, asset).bet(timeframe.code, side, amount),
  )
  const what = `bets ${usdb} USDB on ${asset} ${side} in ${timeframe.label}`
  return attempt(exchange, actor, call, what)
}

async function claim({ exchange, actor }: Context): Promise<string | null> {
  const owed = await exchange.rounds.owed(actor.index)
  const [first] = owed
  if (!first) return null
  const together = owed.filter(({ asset }) => asset === first.asset)
  const call = roundCall("claimRounds", ({ book }) =>
    roundTransactions(book, first.asset).claim(together),
  )
  return attempt(exchange, actor, call, `claims ${together.length} rounds of ${first.asset}`)
}

/** Sends what the contracts take; a refusal is nobody's fault: the round may have ended meanwhile. */
async function attempt(exchange: LocalExchange, actor: Actor, call: Call, what: string) {
  if (!(await exchange.accepts(actor.index, call))) return null
  await exchange.send(actor.index, call)
  return `${actor.name} ${what}`
}

const sideOf = (side: number) => (side === 1 ? "up" : "down")

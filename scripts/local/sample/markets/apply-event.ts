import { WAD } from "@/lib/units"
import type { Actor } from "../actors"
import { randomStream } from "../random"
import type { MarketActions } from "./market-actions"
import { type MarketEvent, type MarketScript, parseOutcome } from "./timeline"
import { EARLY } from "./transactions"

type EventContext = { story: MarketScript; actions: MarketActions; at: number; rest: string }

/** Keeps what it could redeem, so that somebody always has something to. */
const NEVER_REDEEMS = "Ingrid"
const CENT = 10n ** 16n

/** Has one of those whom an act names do it. */
export function applyEvent(
  { verb, rest }: MarketEvent,
  name: string,
  scene: Omit<EventContext, "rest">,
) {
  const { story, actions, at } = scene
  if (verb === "decide") return actions.decide(story, parseOutcome(rest), at)
  if (verb === "redeem" && name === "some") return redeemHalf(scene)
  EVENT_HANDLERS[verb](actions.exchange.player(name), { ...scene, rest })
}

type EventHandler = (player: Actor, scene: EventContext) => void

const EVENT_HANDLERS: Record<Exclude<MarketEvent["verb"], "decide">, EventHandler> = {
  buy,
  offer: listShares,
  pot: (player, { story, actions, at, rest }) => {
    actions.donate(player, story, BigInt(rest) * WAD, false, at)
  },
  bounty: (player, { story, actions, at, rest }) => {
    actions.donate(player, story, BigInt(rest) * WAD, true, at)
  },
  voter: (player, { story, actions, at, rest }) => {
    actions.admitVoter(player, story, actions.exchange.player(rest), at)
  },
  buyers: (player, { story, actions, at, rest }) => {
    const buyers = rest.split(",").map((name) => actions.exchange.player(name))
    actions.admitBuyers(player, story, buyers, at)
  },
  propose: bondHandler("propose"),
  dispute: bondHandler("dispute"),
  veto: bondHandler("veto"),
  vote: (player, { story, actions, at, rest }) =>
    actions.vote(player, story, parseOutcome(rest), at),
  settle: (player, { story, actions, at, rest }) => {
    const final = parseOutcome(rest)
    actions.finalize(player, story, final === EARLY ? null : final, at)
  },
  redeem: (player, { story, actions, at }) => actions.redeem(player, story, at),
  claim: (player, { story, actions, at }) => actions.claim(player, story, at),
  claimEarly: (player, { story, actions, at }) => actions.claimEarly(player, story, at),
}

function bondHandler(kind: "propose" | "dispute" | "veto"): EventHandler {
  return (player, { story, actions, at, rest }) => {
    actions.putUpBond(kind, player, story, parseOutcome(rest), at)
  }
}

/** "0:120" is 120 USDB for the first option. */
function buy(player: Actor, { story, actions, at, rest }: EventContext) {
  const [outcome = "", amount = ""] = rest.split(":")
  const purchase = { outcome: parseOutcome(outcome), input: "USDB", amount: BigInt(amount) * WAD }
  actions.buy(player, story, { ...purchase, at })
}

/** Lists a third of what the player has free, a little above the pool. */
function listShares(player: Actor, { story, actions, at, rest }: EventContext) {
  const outcome = parseOutcome(rest)
  const ledger = actions.stateOf(story)
  const amount = ledger.available(player.index, outcome) / 3n / WAD
  // By chance all of it may be listed already.
  if (amount === 0n) return
  const price = (ledger.price(outcome) / CENT + 2n) * CENT
  actions.list(player, story, outcome, amount * WAD, price, at)
}

/** Half of those who can. */
function redeemHalf({ story, actions, at }: Omit<EventContext, "rest">) {
  const random = randomStream(`redemptions of ${story.symbol} at ${at}`)
  const holders = actions.stateOf(story).holders()
  for (const player of holders.map((index) => actions.exchange.actorAt(index))) {
    if (player.name !== NEVER_REDEEMS && random.chance(0.5)) actions.redeem(player, story, at)
  }
}

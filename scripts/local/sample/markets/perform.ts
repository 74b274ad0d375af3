import { WAD } from "@/lib/tokens/math"
import type { Player } from "../cast"
import { randomStream } from "../random"
import type { Desk } from "./desk"
import { type Act, type MarketStory, outcomeOf } from "./story"
import { EARLY } from "./transactions"

type Scene = { story: MarketStory; desk: Desk; at: number; rest: string }

/** Keeps what it could redeem, so that somebody always has something to. */
const HOLDER = "Ingrid"
const CENT = 10n ** 16n

/** Has one of those whom an act names do it. */
export function perform({ verb, rest }: Act, name: string, scene: Omit<Scene, "rest">) {
  const { story, desk, at } = scene
  if (verb === "decide") return desk.decide(story, outcomeOf(rest), at)
  if (verb === "redeem" && name === "some") return redeemSome(scene)
  DEEDS[verb](desk.stage.player(name), { ...scene, rest })
}

type Deed = (player: Player, scene: Scene) => void

const DEEDS: Record<Exclude<Act["verb"], "decide">, Deed> = {
  buy,
  offer,
  pot: (player, { story, desk, at, rest }) => {
    desk.donate(player, story, BigInt(rest) * WAD, false, at)
  },
  bounty: (player, { story, desk, at, rest }) => {
    desk.donate(player, story, BigInt(rest) * WAD, true, at)
  },
  voter: (player, { story, desk, at, rest }) => {
    desk.admitVoter(player, story, desk.stage.player(rest), at)
  },
  buyers: (player, { story, desk, at, rest }) => {
    const buyers = rest.split(",").map((name) => desk.stage.player(name))
    desk.admitBuyers(player, story, buyers, at)
  },
  propose: contend("propose"),
  dispute: contend("dispute"),
  veto: contend("veto"),
  vote: (player, { story, desk, at, rest }) => desk.vote(player, story, outcomeOf(rest), at),
  settle: (player, { story, desk, at, rest }) => {
    const final = outcomeOf(rest)
    desk.finalize(player, story, final === EARLY ? null : final, at)
  },
  redeem: (player, { story, desk, at }) => desk.redeem(player, story, at),
  claim: (player, { story, desk, at }) => desk.claim(player, story, at),
  claimEarly: (player, { story, desk, at }) => desk.claimEarly(player, story, at),
}

function contend(kind: "propose" | "dispute" | "veto"): Deed {
  return (player, { story, desk, at, rest }) => {
    desk.contend(kind, player, story, outcomeOf(rest), at)
  }
}

/** "0:120" is 120 USDB for the first option. */
function buy(player: Player, { story, desk, at, rest }: Scene) {
  const [outcome = "", amount = ""] = rest.split(":")
  const purchase = { outcome: outcomeOf(outcome), input: "USDB", amount: BigInt(amount) * WAD }
  desk.buy(player, story, { ...purchase, at })
}

/** Lists a third of what the player has free, a little above the pool. */
function offer(player: Player, { story, desk, at, rest }: Scene) {
  const outcome = outcomeOf(rest)
  const ledger = desk.ledger(story)
  const amount = ledger.available(player.index, outcome) / 3n / WAD
  // By chance all of it may be listed already.
  if (amount === 0n) return
  const price = (ledger.price(outcome) / CENT + 2n) * CENT
  desk.list(player, story, outcome, amount * WAD, price, at)
}

/** Half of those who can. */
function redeemSome({ story, desk, at }: Omit<Scene, "rest">) {
  const random = randomStream(`redemptions of ${story.symbol} at ${at}`)
  const holders = desk.ledger(story).holders()
  for (const player of holders.map((index) => desk.stage.playerAt(index))) {
    if (player.name !== HOLDER && random.chance(0.5)) desk.redeem(player, story, at)
  }
}

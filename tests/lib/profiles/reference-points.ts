import { TIERS } from "@/lib/profiles/tiers"
import { WAD } from "@/lib/units"
import {
  type Block,
  DAY_SECONDS,
  FIRST_DAY,
  getToken,
  getWallet,
  WALLETS,
  wei,
} from "./points-events"

const E24 = 10n ** 24n
const min = (value: bigint, limit: bigint) => (value < limit ? value : limit)

type Buy = { wallet: number; token: number; usd: bigint; day: number; isTrade: boolean }

/**
 * Points by the words of the specification, day after day over all wallets at once, without anything kept from
 * before: what the computation has to arrive at whatever it met in which order. Totals have 24 decimals.
 */
export function computeReferencePoints(
  blocks: readonly Block[],
  awards: ReadonlyMap<number, number>,
  posts: readonly Post[] = [],
) {
  const buys = [...blocks.flatMap(toBuys), ...listDecidedBets(blocks)]
  const referrers = listReferrers(blocks)
  const creator = computeCreatorPoints(buys)
  const totals = new Map<number, bigint>()
  const streaks = new Map<number, number>()
  const yesterday = Math.floor(Date.now() / 1_000 / DAY_SECONDS) - 1
  const last = Math.max(yesterday, ...blocks.map(toDay), ...awards.values())
  const positions = computePositionPoints(blocks, yesterday)
  for (let day = FIRST_DAY; day <= last; day++) {
    const own = new Map<number, bigint>()
    for (let wallet = 0; wallet < WALLETS; wallet++) {
      const mine = buys.filter(
        (buy) => buy.wallet === wallet && buy.day === day && buy.token !== wallet,
      )
      const sum = (isTrade: boolean) =>
        mine.filter((buy) => buy.isTrade === isTrade).reduce((all, { usd }) => all + usd, 0n)
      const creatorVolume = creator.get(`${wallet}.${day}`) ?? 0n
      const active = sum(true) + sum(false) + creatorVolume > 0n
      const n = active ? (streaks.get(wallet) ?? 0) + 1 : 0
      streaks.set(wallet, n)
      const held = positions.get(`${wallet}.${day}`) ?? 0n
      const capped = [sum(true), sum(false), creatorVolume, held].reduce(
        (all, each) => all + min(each, 5_000n * WAD),
        0n,
      )
      const tenths = active ? min(BigInt(9 + n), 20n) : 10n
      const award = awards.get(wallet) === day ? 500n * E24 : 0n
      const posted = 50n * E24 * countPosts(posts, wallet, day)
      own.set(wallet, (capped * 1_000_000n * tenths) / 10n + award + posted)
    }
    const before = new Map(totals)
    for (let wallet = 0; wallet < WALLETS; wallet++) {
      const points =
        (own.get(wallet) ?? 0n) + computeReferralPoints(wallet, day, { own, before, referrers })
      totals.set(wallet, (totals.get(wallet) ?? 0n) + points)
    }
  }
  return new Map(
    [...totals].flatMap(([wallet, total]) =>
      total >= E24 ? [[getWallet(wallet), total / E24] as const] : [],
    ),
  )
}

/** A verified post at one of the networks. */
export type Post = { wallet: number; network: "x" | "moltbook"; day: number }

const countPosts = (posts: readonly Post[], wallet: number, day: number) =>
  (["x", "moltbook"] as const).reduce((all, network) => {
    const count = posts.filter(
      (post) => post.wallet === wallet && post.day === day && post.network === network,
    ).length
    return all + BigInt(Math.min(3, count))
  }, 0n)

/** Second by second in pieces: what is held between two events of a day, at the values of the day's end. */
function computePositionPoints(blocks: readonly Block[], yesterday: number) {
  const points = new Map<string, bigint>()
  for (let wallet = 0; wallet < WALLETS; wallet++) {
    const own = blocks.filter(
      ({ event }) => (event.kind === "vault" || event.kind === "loan") && event.wallet === wallet,
    )
    for (let day = FIRST_DAY; day <= yesterday; day++) {
      const [start, end] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS]
      const inside = own.map(({ time }) => time).filter((time) => time > start && time < end)
      const edges = [start, ...inside, end]
      const sums = { liquid: 0n, locked: 0n, loans: 0n }
      for (const [i, from] of edges.slice(0, -1).entries()) {
        const seconds = BigInt((edges[i + 1] ?? end) - from)
        const held = holdingsAt(own, from)
        sums.liquid += seconds * (held.liquid > 0n ? held.liquid : 0n)
        sums.locked += seconds * (held.locked > 0n ? held.locked : 0n)
        sums.loans += seconds * held.loans
      }
      const seconds = BigInt(DAY_SECONDS)
      const usd = priceAt(blocks, end)
      const toValue = (shares: bigint) => (shares * 11n * usd) / (seconds * 10n)
      const all = toValue(sums.liquid) + 3n * toValue(sums.locked) + sums.loans / seconds
      points.set(`${wallet}.${day}`, all / 100n)
    }
  }
  return points
}

function holdingsAt(own: readonly Block[], time: number) {
  const held = { liquid: 0n, locked: 0n, loans: 0n }
  for (const { event, time: then } of own) {
    if (then > time) break
    if (event.kind === "loan") held.loans = event.active ? wei(event.borrowed) : 0n
    if (event.kind !== "vault") continue
    const shares = BigInt(event.amount) * WAD
    if (event.action === "wrap") held.liquid += shares
    if (event.action === "unwrap") held.liquid -= shares
    if (event.action === "lock" || event.action === "unlock") {
      const locked = event.action === "lock" ? shares : -shares
      held.liquid -= locked
      held.locked += locked
    }
  }
  return held
}

/** Whole USDB of a TIDE before a time; 0 until it has a price and somebody has wrapped or unwrapped. */
function priceAt(blocks: readonly Block[], end: number) {
  const before = blocks.filter(({ time }) => time < end)
  const isRated = before.some(
    ({ event }) => event.kind === "vault" && (event.action === "wrap" || event.action === "unwrap"),
  )
  const price = before.findLast(({ event }) => event.kind === "rate")
  return isRated && price?.event.kind === "rate" ? BigInt(price.event.price) : 0n
}

type State = {
  own: Map<number, bigint>
  before: Map<number, bigint>
  referrers: Map<number, { referrer: number; day: number }>
}

function computeReferralPoints(wallet: number, day: number, { own, before, referrers }: State) {
  const tierOf = (who: number) => {
    const total = (before.get(who) ?? 0n) / E24
    return TIERS.filter(({ minPoints }) => total >= minPoints).length - 1
  }
  let earned = 0n
  for (const [first, { referrer, day: joined }] of referrers) {
    if (referrer !== wallet) continue
    if (day > joined)
      earned += ((own.get(first) ?? 0n) * BigInt(TIERS[tierOf(wallet)]?.layerOne ?? 0)) / 10_000n
    for (const [second, above] of referrers) {
      if (above.referrer !== first || day <= Math.max(joined, above.day)) continue
      earned += (own.get(second) ?? 0n) / 100n
    }
  }
  const above = referrers.get(wallet)
  const counts = above && day > above.day
  const rate = counts ? (TIERS[tierOf(above.referrer)]?.kickback ?? 0) : 0
  return min(earned, 5_000n * E24) + ((own.get(wallet) ?? 0n) * BigInt(rate)) / 10_000n
}

const toDay = ({ time }: Block) => Math.floor(time / DAY_SECONDS)

function toBuys(block: Block): Buy[] {
  const { event } = block
  if (event.kind !== "buy" && event.kind !== "share" && event.kind !== "fill") return []
  const isTrade = event.kind === "buy"
  const usd = wei(event.usd)
  if (usd < (isTrade ? 10n : 5n) * WAD) return []
  return [{ wallet: event.wallet, token: event.token, usd, day: toDay(block), isTrade }]
}

/** Bets on rounds that end with a winner; what ends a round last counts. */
function listDecidedBets(blocks: readonly Block[]): Buy[] {
  const ends = new Map(
    blocks.flatMap(({ event }) =>
      event.kind === "end" ? [[event.round, event.outcome] as const] : [],
    ),
  )
  return blocks.flatMap((block) => {
    const { event } = block
    if (event.kind !== "bet" || event.usd < 5) return []
    if (![1, 2].includes(ends.get(event.round) ?? 0)) return []
    const place = { wallet: event.wallet, token: NO_TOKEN, day: toDay(block) }
    return [{ ...place, usd: wei(event.usd), isTrade: false }]
  })
}

const NO_TOKEN = -1

/** 2,000 for a token, 1,000 for a market, on the day of the fifth buyer who is not its creator. */
function computeCreatorPoints(buys: readonly Buy[]) {
  const points = new Map<string, bigint>()
  for (let token = 0; getToken(token) !== getToken(6); token++) {
    const isMarket = token % 2 === 1
    const met = new Set<number>()
    for (const buy of buys) {
      if (buy.token !== token || buy.wallet === token || buy.isTrade === isMarket) continue
      met.add(buy.wallet)
      if (met.size < 5) continue
      const key = `${token}.${buy.day}`
      points.set(key, (points.get(key) ?? 0n) + (isMarket ? 1_000n : 2_000n) * WAD)
      break
    }
  }
  return points
}

/** The first event that names another wallet and closes no cycle. */
function listReferrers(blocks: readonly Block[]) {
  const referrers = new Map<number, { referrer: number; day: number }>()
  for (const block of blocks) {
    const { event } = block
    if (event.kind !== "refer" || event.referrer === event.wallet || referrers.has(event.wallet))
      continue
    let above: number | undefined = event.referrer
    while (above !== undefined && above !== event.wallet) above = referrers.get(above)?.referrer
    if (above === undefined)
      referrers.set(event.wallet, { referrer: event.referrer, day: toDay(block) })
  }
  return referrers
}

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
) {
  const buys = [...blocks.flatMap(toBuys), ...listDecidedBets(blocks)]
  const referrers = listReferrers(blocks)
  const creator = computeCreatorPoints(buys)
  const totals = new Map<number, bigint>()
  const streaks = new Map<number, number>()
  const last = Math.max(FIRST_DAY, ...blocks.map(toDay), ...awards.values())
  for (let day = FIRST_DAY; day <= last; day++) {
    const own = new Map<number, bigint>()
    for (let wallet = 0; wallet < WALLETS; wallet++) {
      const mine = buys.filter(
        (buy) => buy.wallet === wallet && buy.day === day && buy.token !== wallet,
      )
      const sum = (isTrade: boolean) =>
        mine.filter((buy) => buy.isTrade === isTrade).reduce((all, { usd }) => all + usd, 0n)
      const made = creator.get(`${wallet}.${day}`) ?? 0n
      const active = sum(true) + sum(false) + made > 0n
      const n = active ? (streaks.get(wallet) ?? 0) + 1 : 0
      streaks.set(wallet, n)
      const capped = [sum(true), sum(false), made].reduce(
        (all, each) => all + min(each, 5_000n * WAD),
        0n,
      )
      const tenths = active ? min(BigInt(9 + n), 20n) : 10n
      const award = awards.get(wallet) === day ? 500n * E24 : 0n
      own.set(wallet, (capped * 1_000_000n * tenths) / 10n + award)
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

import type { Actor } from "@/scripts/local/sample/actors"
import { type RandomStream, randomStream } from "@/scripts/local/sample/random"
import type { RelativeTime, Thread, ThreadReply } from "./parse-threads"

/** A token or market that is spoken of. */
export type Topic = { symbol: string; url: string; createdAt: Date }

export type PlanContext = {
  cast: readonly Actor[]
  places: ReadonlyMap<string, Topic>
  walletOf: (player: Actor) => string
  /** The end of the history. */
  now: Date
  /** How long it is. */
  days: number
}

export type Vote = { wallet: string; at: Date }
export type PlannedReport = Vote & { reason: string }

export type PlannedComment = {
  /** Of its own and of the one it answers, within its post. */
  number: number
  parent: number | null
  depth: number
  wallet: string
  message: string
  at: Date
  votes: Vote[]
}

export type PlannedPost = Pick<Thread, "section" | "fate" | "title" | "body"> & {
  wallet: string
  at: Date
  votes: Vote[]
  comments: PlannedComment[]
  reports: PlannedReport[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** A minute after the last thing is said, the history ends. */
const LAST_POST_AGE_MS = 60_000

const REASONS: readonly [string, ...string[]] = [
  "Names people who did nothing wrong",
  "Puts pressure on others",
  "Off topic, and rude",
  "Asks for money in private",
  "Not what this place is for",
]
const REPORTS = { visible: 0, reported: 2, hidden: 2, flagged: 5 }

/** The threads as rows: those that speak of what is not there, or begin after the end, are left out. */
export function planReef(threads: readonly Thread[], setting: PlanContext): PlannedPost[] {
  const company = peopleOf(setting)
  return threads
    .flatMap((thread) => {
      const at = timeOf(thread.moment, setting)
      if (!at || at.getTime() > setting.now.getTime() - LAST_POST_AGE_MS) return []
      return planPost(thread, at, { ...setting, people: company })
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

type People = (name: string) => string

/** The wallet of each name. */
function peopleOf({ cast, walletOf }: PlanContext): People {
  const wallets = new Map(cast.map((player) => [player.name, walletOf(player)]))
  return (name) => {
    const wallet = wallets.get(name)
    if (!wallet) throw new Error(`Nobody is called ${name}`)
    return wallet
  }
}

function timeOf(moment: RelativeTime, { places, now }: PlanContext): Date | null {
  if ("ago" in moment) return new Date(now.getTime() - moment.ago * DAY_MS)
  const createdAt = places.get(moment.after)?.createdAt
  return createdAt ? new Date(createdAt.getTime() + moment.days * DAY_MS) : null
}

type PlanState = PlanContext & { people: People }

function planPost(thread: Thread, at: Date, stage: PlanState): PlannedPost {
  const { title, body, section, fate, author, likes, remarks } = thread
  const random = randomStream(`reef ${title}`)
  const wallet = stage.people(author)
  const votes = planVotes({ count: likes, author: wallet, at, random }, stage)
  return {
    section,
    fate,
    title,
    body: body && withLinks(body, stage),
    wallet,
    at,
    votes,
    comments: planComments(remarks, at, random, stage),
    reports: planVotes({ count: REPORTS[fate], author: wallet, at, random }, stage).map(
      (report, i) => ({ ...report, reason: REASONS[i % REASONS.length] ?? REASONS[0] }),
    ),
  }
}

/** `{HRBR}` becomes the address of that token's or market's page. */
function withLinks(text: string, { places }: PlanContext) {
  return text.replace(/\{([A-Z0-9]+)\}/g, (_, symbol: string) => {
    return places.get(symbol)?.url ?? `$${symbol}`
  })
}

/** Remarks follow each other and what they answer, all of them before the end. */
function planComments(
  remarks: readonly ThreadReply[],
  posted: Date,
  random: RandomStream,
  stage: PlanState,
) {
  const said: (Omit<PlannedComment, "at" | "votes"> & { after: number })[] = []
  const speak = (
    list: readonly ThreadReply[],
    parent: number | null,
    depth: number,
    from: number,
  ) => {
    let after = from
    for (const { author, text, replies } of list) {
      after += random.wait(depth === 0 ? 0.9 * HOUR_MS : 0.3 * HOUR_MS) + 20_000
      const number = said.length
      const wallet = stage.people(author)
      said.push({ number, parent, depth, wallet, message: withLinks(text, stage), after })
      speak(replies, number, depth + 1, after)
    }
  }
  speak(remarks, null, 0, 0)
  const room = stage.now.getTime() - LAST_POST_AGE_MS - posted.getTime()
  const longest = Math.max(1, ...said.map(({ after }) => after))
  const pace = Math.min(1, room / longest)
  return said.map(({ after, ...comment }): PlannedComment => {
    const at = new Date(posted.getTime() + Math.floor(after * pace))
    const count = Math.floor(random.logNormal(1.6, 0.9))
    return {
      ...comment,
      at,
      votes: planVotes({ count, author: comment.wallet, at, random }, stage),
    }
  })
}

type Voting = { count: number; author: string; at: Date; random: RandomStream }

/** Different people who are there by then, most of them soon after. */
function planVotes({ count, author, at, random }: Voting, stage: PlanState): Vote[] {
  const start = stage.now.getTime() - stage.days * DAY_MS
  const joined = (player: Actor) => start + (player.joins + 1) * DAY_MS < at.getTime()
  const present = stage.cast
    .filter((player) => joined(player) || player.joins <= 0)
    .map(stage.walletOf)
    .filter((wallet) => wallet !== author)
  const room = stage.now.getTime() - LAST_POST_AGE_MS - at.getTime()
  return shuffled(present, random)
    .slice(0, count)
    .map((wallet) => {
      const wait = Math.min(random.wait(5 * HOUR_MS), room * random.next())
      return { wallet, at: new Date(at.getTime() + Math.floor(wait)) }
    })
}

function shuffled<T>(items: readonly T[], random: RandomStream): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

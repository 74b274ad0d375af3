import type { Actor } from "../actors"
import { type RandomStream, randomStream } from "../random"
import type { RelativeTime, Thread, ThreadReply } from "./parse-threads"

/** A token or market that posts name. */
export type Topic = { symbol: string; url: string; createdAt: Date }

type Member = Pick<Actor, "name" | "joins"> & { wallet: string }

export type PlanContext = {
  actors: readonly Member[]
  /** By symbol. */
  topics: ReadonlyMap<string, Topic>
  /** The end of the history. */
  now: Date
  /** Length of the history. */
  days: number
}

export type Vote = { wallet: string; at: Date }
export type PlannedReport = Vote & { reason: string }

export type PlannedComment = {
  /** Numbers of the comment and of its parent, within the post. */
  number: number
  parent: number | null
  depth: number
  wallet: string
  message: string
  at: Date
  votes: Vote[]
}

export type PlannedPost = Pick<Thread, "section" | "moderation" | "title" | "body"> & {
  wallet: string
  at: Date
  votes: Vote[]
  comments: PlannedComment[]
  reports: PlannedReport[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The history ends a minute after its last comment. */
const LAST_POST_AGE_MS = 60_000

const REASONS: readonly [string, ...string[]] = [
  "Names people who did nothing wrong",
  "Puts pressure on others",
  "Off topic, and rude",
  "Asks for money in private",
  "Not what this place is for",
]
const REPORTS = { visible: 0, reported: 2, hidden: 2, flagged: 5 }

/** The threads as rows, without those whose topic does not exist or that begin after the end. */
export function planReef(threads: readonly Thread[], context: PlanContext): PlannedPost[] {
  return threads
    .flatMap((thread) => {
      const at = timeOf(thread.time, context)
      if (!at || at.getTime() > context.now.getTime() - LAST_POST_AGE_MS) return []
      return planPost(thread, at, context)
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function walletOf(name: string, { actors }: PlanContext) {
  const actor = actors.find((each) => each.name === name)
  if (!actor) throw new Error(`Nobody is called ${name}`)
  return actor.wallet
}

function timeOf(time: RelativeTime, { topics, now }: PlanContext): Date | null {
  if ("ago" in time) return new Date(now.getTime() - time.ago * DAY_MS)
  const createdAt = topics.get(time.after)?.createdAt
  return createdAt ? new Date(createdAt.getTime() + time.days * DAY_MS) : null
}

function planPost(thread: Thread, at: Date, context: PlanContext): PlannedPost {
  const { title, body, section, moderation } = thread
  const random = randomStream(`reef ${title}`)
  const author = walletOf(thread.author, context)
  const votes = planVotes({ count: thread.votes, author, at, random }, context)
  return {
    section,
    moderation,
    title,
    body: body && withLinks(body, context),
    wallet: author,
    at,
    votes,
    comments: planComments(thread.replies, at, random, context),
    reports: planVotes({ count: REPORTS[moderation], author, at, random }, context).map(
      (report, i) => ({ ...report, reason: REASONS[i % REASONS.length] ?? REASONS[0] }),
    ),
  }
}

/** `{HRBR}` becomes the address of that token's or market's page. */
function withLinks(text: string, { topics }: PlanContext) {
  return text.replace(/\{([A-Z0-9]+)\}/g, (_, symbol: string) => {
    return topics.get(symbol)?.url ?? `$${symbol}`
  })
}

/** Replies follow each other and their parent, all before the end. */
function planComments(
  roots: readonly ThreadReply[],
  posted: Date,
  random: RandomStream,
  context: PlanContext,
) {
  const comments: (Omit<PlannedComment, "at" | "votes"> & { after: number })[] = []
  const add = (
    replies: readonly ThreadReply[],
    parent: number | null,
    depth: number,
    from: number,
  ) => {
    let after = from
    for (const { author, text, replies: below } of replies) {
      after += random.wait(depth === 0 ? 0.9 * HOUR_MS : 0.3 * HOUR_MS) + 20_000
      const number = comments.length
      const wallet = walletOf(author, context)
      comments.push({ number, parent, depth, wallet, message: withLinks(text, context), after })
      add(below, number, depth + 1, after)
    }
  }
  add(roots, null, 0, 0)
  const available = context.now.getTime() - LAST_POST_AGE_MS - posted.getTime()
  const longest = Math.max(1, ...comments.map(({ after }) => after))
  const pace = Math.min(1, available / longest)
  return comments.map(({ after, ...comment }): PlannedComment => {
    const at = new Date(posted.getTime() + Math.floor(after * pace))
    const count = Math.floor(random.logNormal(1.6, 0.9))
    return {
      ...comment,
      at,
      votes: planVotes({ count, author: comment.wallet, at, random }, context),
    }
  })
}

type VoteOptions = { count: number; author: string; at: Date; random: RandomStream }

/** Votes of different wallets that have joined by then, most of them early. */
function planVotes({ count, author, at, random }: VoteOptions, context: PlanContext): Vote[] {
  const start = context.now.getTime() - context.days * DAY_MS
  const voters = context.actors
    .filter(({ joins }) => joins <= 0 || start + (joins + 1) * DAY_MS < at.getTime())
    .map(({ wallet }) => wallet)
    .filter((wallet) => wallet !== author)
  const available = context.now.getTime() - LAST_POST_AGE_MS - at.getTime()
  return shuffled(voters, random)
    .slice(0, count)
    .map((wallet) => {
      const wait = Math.min(random.wait(5 * HOUR_MS), available * random.next())
      return { wallet, at: new Date(at.getTime() + Math.floor(wait)) }
    })
}

function shuffled<T>(items: readonly T[], random: RandomStream): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

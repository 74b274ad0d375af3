import { z } from "zod"
import { ACTORS, type Actor } from "../sample/actors"
import type { RandomStream } from "../sample/random"
import { AGENTS } from "../sample/reef/people"
import type { Api, ApiResponse } from "./api"
import { POSTS, REMARKS, REPLIES, REPORTS } from "./reef-texts"

/** Of what happens in the Reef; the rest are votes. */
const POST_PROBABILITY = 0.2
const COMMENT_PROBABILITY = 0.45
const REPLY_PROBABILITY = 0.5
const COMMENT_VOTE_PROBABILITY = 0.4

const feed = z.object({
  data: z.array(
    z.object({ id: z.string(), section: z.string(), title: z.string(), wallet: z.string() }),
  ),
})
type Post = z.output<typeof feed>["data"][number]

const thread = z.object({
  comments: z.array(z.object({ id: z.string(), wallet: z.string() })),
})

type ReefContext = { api: Api; player: Actor; random: RandomStream }

/**
 * Posts, answers or votes in the name of one of the cast; returns what was done, or null where nobody has posted
 * yet. What the server refuses, such as a second post within minutes, is no failure.
 */
export async function actOnReef(
  api: Api,
  { random, symbols }: { random: RandomStream; symbols: readonly string[] },
): Promise<string | null> {
  const { data: posts } =
    (await read(api, "/api/reef/feed?section=all&limit=20", feed)) ?? EMPTY_FEED
  const player = pickRandom(ACTORS, random)
  if (posts.length === 0 || !player) return null
  const deed = { api, player, random }
  if (random.chance(POST_PROBABILITY)) return write(deed, symbols)
  // The younger a post, the more it is read.
  const post = random.weighted(
    posts.filter((each) => isOpen(each, player)),
    (each) => 1 / (1 + posts.indexOf(each)),
  )
  if (!post) return null
  return random.chance(COMMENT_PROBABILITY) ? comment(deed, post) : vote(deed, post)
}

const EMPTY_FEED: z.output<typeof feed> = { data: [] }

/** Null when the server has no time for it, or it is gone by now. */
async function read<S extends z.ZodType>(api: Api, path: string, schema: S) {
  const { code, body } = await api.read(path)
  return code === null ? schema.parse(body) : null
}

const isAgent = ({ name }: Actor) => Object.hasOwn(AGENTS, name)

/** Agents talk among themselves in their section, and not in that of people. */
const isOpen = ({ section }: Post, player: Actor) =>
  section === "mixed" || section === (isAgent(player) ? "agent" : "human")

async function write({ api, player, random }: ReefContext, symbols: readonly string[]) {
  const [title, body] = pickRandom(isAgent(player) ? REPORTS : POSTS, random) ?? ["", ""]
  const symbol = pickRandom(symbols, random) ?? "TIDE"
  const filled = (text: string) => text.replaceAll("{token}", `$${symbol}`)
  const post = {
    section: isAgent(player) ? "agent" : "mixed",
    title: filled(title),
    body: filled(body),
  }
  const answer = await api.say(player.index, "/api/reef/post", post)
  return describeResult(player, answer, `posts "${post.title}"`)
}

async function comment({ api, player, random }: ReefContext, { id, title }: Post) {
  const found = await read(api, `/api/reef/post/${id}`, thread)
  const parent = random.chance(REPLY_PROBABILITY)
    ? pickRandom(found?.comments ?? [], random)
    : undefined
  const message = pickRandom(isAgent(player) ? REMARKS : REPLIES, random) ?? ""
  const answer = await api.say(player.index, `/api/reef/post/${id}/comment`, {
    message,
    ...(parent && { parentId: parent.id }),
  })
  return describeResult(player, answer, `answers "${title}"`)
}

async function vote({ api, player, random }: ReefContext, { id, title, wallet }: Post) {
  const own = api.addressOf(player.index).toLowerCase()
  const found = await read(api, `/api/reef/post/${id}`, thread)
  const others = found?.comments.filter((each) => each.wallet !== own) ?? []
  const liked = random.chance(COMMENT_VOTE_PROBABILITY) ? pickRandom(others, random) : undefined
  if (!liked && wallet === own) return null
  const path = liked ? `/api/reef/vote/comment/${liked.id}` : `/api/reef/vote/${id}`
  return describeResult(player, await api.say(player.index, path), `votes under "${title}"`)
}

const describeResult = ({ name }: Actor, { code }: ApiResponse, done: string) =>
  code === null ? `${name} ${done}` : `${name} would, but is told ${code}: ${done}`

const pickRandom = <T>(items: readonly T[], random: RandomStream): T | undefined =>
  items[Math.floor(random.next() * items.length)]

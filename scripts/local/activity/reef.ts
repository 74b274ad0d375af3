import { z } from "zod"
import { CAST, type Player } from "../sample/cast"
import type { Random } from "../sample/random"
import { AGENTS } from "../sample/reef/people"
import type { Answer, Api } from "./api"
import { POSTS, REMARKS, REPLIES, REPORTS } from "./sayings"

/** Of what happens in the Reef; the rest are votes. */
const POST_ODDS = 0.2
const COMMENT_ODDS = 0.45
const REPLY_ODDS = 0.5
const VOTE_ON_COMMENT_ODDS = 0.4

const feed = z.object({
  data: z.array(
    z.object({ id: z.string(), section: z.string(), title: z.string(), wallet: z.string() }),
  ),
})
type Post = z.output<typeof feed>["data"][number]

const thread = z.object({
  comments: z.array(z.object({ id: z.string(), wallet: z.string() })),
})

type Deed = { api: Api; player: Player; random: Random }

/**
 * Posts, answers or votes in the name of one of the cast; returns what was done, or null where nobody has posted
 * yet. What the server refuses, such as a second post within minutes, is no failure.
 */
export async function actOnReef(
  api: Api,
  { random, symbols }: { random: Random; symbols: readonly string[] },
): Promise<string | null> {
  const { data: posts } = (await read(api, "/api/reef/feed?section=all&limit=20", feed)) ?? NOTHING
  const player = pick(CAST, random)
  if (posts.length === 0 || !player) return null
  const deed = { api, player, random }
  if (random.chance(POST_ODDS)) return write(deed, symbols)
  // The younger a post, the more it is read.
  const post = random.weighted(
    posts.filter((each) => isOpen(each, player)),
    (each) => 1 / (1 + posts.indexOf(each)),
  )
  if (!post) return null
  return random.chance(COMMENT_ODDS) ? comment(deed, post) : vote(deed, post)
}

const NOTHING: z.output<typeof feed> = { data: [] }

/** Null when the server has no time for it, or it is gone by now. */
async function read<S extends z.ZodType>(api: Api, path: string, schema: S) {
  const { code, body } = await api.read(path)
  return code === null ? schema.parse(body) : null
}

const isAgent = ({ name }: Player) => Object.hasOwn(AGENTS, name)

/** Agents talk among themselves in their section, and not in that of people. */
const isOpen = ({ section }: Post, player: Player) =>
  section === "mixed" || section === (isAgent(player) ? "agent" : "human")

async function write({ api, player, random }: Deed, symbols: readonly string[]) {
  const [title, body] = pick(isAgent(player) ? REPORTS : POSTS, random) ?? ["", ""]
  const symbol = pick(symbols, random) ?? "TIDE"
  const filled = (text: string) => text.replaceAll("{token}", `$${symbol}`)
  const post = {
    section: isAgent(player) ? "agent" : "mixed",
    title: filled(title),
    body: filled(body),
  }
  const answer = await api.say(player.index, "/api/reef/post", post)
  return told(player, answer, `posts "${post.title}"`)
}

async function comment({ api, player, random }: Deed, { id, title }: Post) {
  const found = await read(api, `/api/reef/post/${id}`, thread)
  const parent = random.chance(REPLY_ODDS) ? pick(found?.comments ?? [], random) : undefined
  const message = pick(isAgent(player) ? REMARKS : REPLIES, random) ?? ""
  const answer = await api.say(player.index, `/api/reef/post/${id}/comment`, {
    message,
    ...(parent && { parentId: parent.id }),
  })
  return told(player, answer, `answers "${title}"`)
}

async function vote({ api, player, random }: Deed, { id, title, wallet }: Post) {
  const own = api.addressOf(player.index).toLowerCase()
  const found = await read(api, `/api/reef/post/${id}`, thread)
  const others = found?.comments.filter((each) => each.wallet !== own) ?? []
  const liked = random.chance(VOTE_ON_COMMENT_ODDS) ? pick(others, random) : undefined
  if (!liked && wallet === own) return null
  const path = liked ? `/api/reef/vote/comment/${liked.id}` : `/api/reef/vote/${id}`
  return told(player, await api.say(player.index, path), `votes under "${title}"`)
}

const told = ({ name }: Player, { code }: Answer, done: string) =>
  code === null ? `${name} ${done}` : `${name} would, but is told ${code}: ${done}`

const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random.next() * items.length)]

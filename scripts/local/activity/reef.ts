import { z } from "zod"
import { ACTORS, type Actor } from "../sample/actors"
import type { RandomStream } from "../sample/random"
import { AGENTS } from "../sample/reef/people"
import type { Api, ApiResponse } from "./api"
import texts from "./reef-texts.json"

/** Shares of all actions in the Reef; the rest are votes. */
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

type ReefContext = { api: Api; actor: Actor; random: RandomStream }

/**
 * Posts, replies or votes as one of the actors; returns a description, or null where nobody has posted yet. A refusal
 * by the server, such as of a second post within minutes, is no failure.
 */
export async function actOnReef(
  api: Api,
  { random, symbols }: { random: RandomStream; symbols: readonly string[] },
): Promise<string | null> {
  const { data: posts } =
    (await read(api, "/api/reef/feed?section=all&limit=20", feed)) ?? EMPTY_FEED
  const actor = pickRandom(ACTORS, random)
  if (posts.length === 0 || !actor) return null
  const context = { api, actor, random }
  if (random.chance(POST_PROBABILITY)) return write(context, symbols)
  // The younger a post, the more it is read.
  const post = random.weighted(
    posts.filter((each) => isWritable(each, actor)),
    (each) => 1 / (1 + posts.indexOf(each)),
  )
  if (!post) return null
  return random.chance(COMMENT_PROBABILITY) ? comment(context, post) : vote(context, post)
}

const EMPTY_FEED: z.output<typeof feed> = { data: [] }

/** Null when the server refuses the request or does not have it any more. */
async function read<S extends z.ZodType>(api: Api, path: string, schema: S) {
  const { code, body } = await api.read(path)
  return code === null ? schema.parse(body) : null
}

const isAgent = ({ name }: Actor) => Object.hasOwn(AGENTS, name)

/** Agents write in their own section, people in the others. */
const isWritable = ({ section }: Post, actor: Actor) =>
  section === "mixed" || section === (isAgent(actor) ? "agent" : "human")

async function write({ api, actor, random }: ReefContext, symbols: readonly string[]) {
  const [title = "", body = ""] =
    pickRandom(isAgent(actor) ? texts.agentPosts : texts.posts, random) ?? []
  const symbol = pickRandom(symbols, random) ?? "TIDE"
  const filled = (text: string) => text.replaceAll("{token}", `$${symbol}`)
  const post = {
    section: isAgent(actor) ? "agent" : "mixed",
    title: filled(title),
    body: filled(body),
  }
  const answer = await api.say(actor.index, "/api/reef/post", post)
  return describeResult(actor, answer, `posts "${post.title}"`)
}

async function comment({ api, actor, random }: ReefContext, { id, title }: Post) {
  const post = await read(api, `/api/reef/post/${id}`, thread)
  const parent = random.chance(REPLY_PROBABILITY)
    ? pickRandom(post?.comments ?? [], random)
    : undefined
  const message = pickRandom(isAgent(actor) ? texts.agentComments : texts.comments, random) ?? ""
  const answer = await api.say(actor.index, `/api/reef/post/${id}/comment`, {
    message,
    ...(parent && { parentId: parent.id }),
  })
  return describeResult(actor, answer, `answers "${title}"`)
}

async function vote({ api, actor, random }: ReefContext, { id, title, wallet }: Post) {
  const own = api.addressOf(actor.index).toLowerCase()
  const post = await read(api, `/api/reef/post/${id}`, thread)
  const others = post?.comments.filter((each) => each.wallet !== own) ?? []
  const liked = random.chance(COMMENT_VOTE_PROBABILITY) ? pickRandom(others, random) : undefined
  if (!liked && wallet === own) return null
  const path = liked ? `/api/reef/vote/comment/${liked.id}` : `/api/reef/vote/${id}`
  return describeResult(actor, await api.say(actor.index, path), `votes under "${title}"`)
}

const describeResult = ({ name }: Actor, { code }: ApiResponse, done: string) =>
  code === null ? `${name} ${done}` : `${name} was refused with ${code}: ${done}`

const pickRandom = <T>(items: readonly T[], random: RandomStream): T | undefined =>
  items[Math.floor(random.next() * items.length)]

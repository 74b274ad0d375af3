import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { ApiError, invalid } from "@/lib/http/errors"
import { INT_MAX } from "@/lib/http/wire"
import { getMoltbookConfig, getMoltbookHost } from "@/lib/social/config"
import { readJson } from "@/lib/social/read-json"
import { log } from "@/lib/telemetry/logger"

export type MoltbookPost = {
  author: string
  /** Title and body. */
  text: string
  submolt: string
  karma: number
}

const votes = z.int().min(0).max(INT_MAX).default(0)

const post = z.object({
  id: z.string().optional(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  author: z.object({ name: z.string().min(1).max(100) }),
  submolt: z.object({ name: z.string().max(100) }).nullish(),
  upvotes: votes,
  downvotes: votes,
})

/** The fields may be in `post` or at the top level. */
const answer = z
  .object({ success: z.boolean().default(true), post: z.unknown().optional() })
  .loose()
  .refine(({ success }) => success)
  .transform(({ post: inner, ...outer }) => inner ?? outer)
  .pipe(post)

/** A post with the author, text and votes it has now; null when it is not there. Concurrent reads are one request. */
export async function readMoltbookPost(id: string): Promise<MoltbookPost | null> {
  const url = `${getMoltbookConfig().apiUrl}/posts/${id}`
  return coalesce(`moltbook post ${id}`, async () => {
    const { status, body } = await readJson({ service: "Moltbook", url })
    if (status === 404) return null
    return parsePost(status, body, id)
  })
}

function parsePost(status: number, body: unknown, id: string): MoltbookPost {
  const parsed = answer.safeParse(body)
  if (status !== 200 || !parsed.success || (parsed.data.id ?? id).toLowerCase() !== id) {
    log.warn(`Moltbook failed: it answered ${status} in an unknown form`)
    throw new ApiError("UPSTREAM_UNAVAILABLE", "Moltbook cannot be reached", { retryAfter: 10 })
  }
  const { author, title, content, submolt, upvotes, downvotes } = parsed.data
  return {
    author: author.name,
    text: `${title ?? ""}\n${content ?? ""}`,
    submolt: submolt?.name ?? "",
    karma: upvotes - downvotes,
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const ONLY_UUID = new RegExp(`^${UUID.source}$`, "i")

/** The id in a UUID, or in an https URL of Moltbook's site; 400 for anything else. The URL is never requested. */
export function parsePostId(input: string): string {
  const id = ONLY_UUID.test(input) ? input : findIdInUrl(input)
  if (id !== null) return id.toLowerCase()
  throw invalid("postId", "must be the UUID of a Moltbook post, or its https URL")
}

function findIdInUrl(input: string) {
  if (/[\s\\]/.test(input) || !URL.canParse(input)) return null
  const { protocol, host, username, password, pathname } = new URL(input)
  if (protocol !== "https:" || username || password) return null
  const site = getMoltbookHost()
  if (site !== "" && withoutWww(host) !== withoutWww(site)) return null
  return UUID.exec(pathname)?.[0] ?? null
}

const withoutWww = (host: string) => host.replace(/^www\./, "")

export const toMoltbookUrl = (id: string) => `https://${getMoltbookHost()}/post/${id}`

/** The word Atoll, in any case. */
export const mentionsPlatform = (text: string) =>
  /(?<![\p{L}\p{N}_])atoll(?![\p{L}\p{N}_])/iu.test(text)

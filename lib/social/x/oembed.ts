import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { ApiError } from "@/lib/http/errors"
import { getXConfig } from "@/lib/social/config"
import { readJson } from "@/lib/social/read-json"
import { readPostText } from "./post-text"
import { toPostUrl, type XPostRef } from "./post-url"

export type XPost = { handle: string; displayName: string; text: string }

const oembed = z.object({
  author_name: z.string().max(200),
  author_url: z.url(),
  html: z.string(),
})

const AUTHOR_PATH = /^\/([A-Za-z0-9_]{1,15})\/?$/

/** X's answer about a post, or the 4xx with which it refuses. Concurrent reads of a post share a request. */
export async function readPost(ref: XPostRef): Promise<XPost | { refused: number }> {
  const { oembedUrl } = getXConfig()
  const url = new URL(oembedUrl)
  url.searchParams.set("url", toPostUrl(ref))
  url.searchParams.set("omit_script", "true")
  return coalesce(`x post ${ref.handle} ${ref.id}`, async () => {
    const { status, body } = await readJson({ service: "X", url: url.href })
    return status === 200 ? parsePost(body) : { refused: status }
  })
}

/** Author and text come from X, never from the submitted URL. */
function parsePost(body: unknown): XPost {
  const parsed = oembed.safeParse(body)
  const [, handle] = parsed.success
    ? (AUTHOR_PATH.exec(new URL(parsed.data.author_url).pathname) ?? [])
    : []
  if (!parsed.success || handle === undefined) {
    throw new ApiError("UPSTREAM_UNAVAILABLE", "X described the post in an unknown form")
  }
  const { author_name: displayName, html } = parsed.data
  return { handle, displayName, text: readPostText(html) }
}

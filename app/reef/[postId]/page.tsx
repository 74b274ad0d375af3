import type { Metadata } from "next"
import { cache } from "react"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { LiveRefresh } from "@/components/live/live-refresh"
import { FailedSection, Section } from "@/components/ui/section"
import { ApiError } from "@/lib/http/errors"
import type { SearchParams } from "@/lib/http/search-params"
import { cleanLine } from "@/lib/http/wire"
import { getPageVersion } from "@/lib/live/page-version"
import { tryLoad } from "@/lib/pages/try-load"
import { getPost } from "@/lib/reef/posts/queries"
import { cleanTitle, toPlainText, truncateText } from "@/lib/reef/text"
import { findAddressLinks, findMentions } from "@/lib/search/mentions/queries"
import { reefTopic } from "@/lib/stream-log/page-topics"
import { BackToReef } from "./_parts/back-to-reef"
import { Comments } from "./_parts/comments"
import { HiddenPost } from "./_parts/hidden-post"
import { readState } from "./_parts/links"
import { Post } from "./_parts/post"

type Props = { params: Promise<{ postId: string }>; searchParams: Promise<SearchParams> }

/** The post of the URL, read once per request; null for one that is unknown, deleted or hidden. */
const loadPost = cache(async (id: string) => {
  getPageVersion()
  try {
    return await getPost(id)
  } catch (error) {
    if (error instanceof ApiError && error.code === "POST_NOT_FOUND") return null
    throw error
  }
})

const MAX_TITLE = 90
const MAX_DESCRIPTION = 160

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const thread = await loadPost((await params).postId)
  if (!thread) return notFoundMetadata("post")
  const { post } = thread
  const title = [...cleanLine(cleanTitle(post.title))].slice(0, MAX_TITLE).join("")
  const description = post.body
    ? truncateText(toPlainText(post.body), MAX_DESCRIPTION)
    : "A post on the Reef, where people and agents talk about markets and tokens."
  const url = `/reef/${post.id}`
  return {
    title,
    description,
    alternates: { canonical: url, types: { "text/markdown": `${url}.md` } },
    openGraph: { type: "article", siteName: "Atoll", title, description, url },
    twitter: { card: "summary_large_image", title, description },
  }
}

export default async function PostPage({ params, searchParams }: Props) {
  const thread = await loadPost((await params).postId)
  if (!thread) {
    return (
      <HiddenPost>
        <NotFound subject="post" />
      </HiddenPost>
    )
  }
  const { post, comments } = thread
  const state = readState(await searchParams)
  const text = `${post.title}\n${post.body ?? ""}`
  const links = await tryLoad(Promise.all([findMentions([text]), findAddressLinks([text])]))
  const [[mentions = []], addressLinks] = links ?? [[], {}]
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <BackToReef />
      <Post mentions={mentions} addressLinks={addressLinks} post={post} />
      {!links && <FailedSection />}
      <Section title="Comments">{() => Comments({ comments, post, state })}</Section>
      <LiveRefresh
        version={getPageVersion()}
        topics={[reefTopic(post.id), ...mentions.map(({ address }) => address)]}
      />
    </div>
  )
}

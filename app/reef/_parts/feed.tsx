import { LiveRefresh } from "@/components/live/live-refresh"
import { PostCard } from "@/components/reef/post-card"
import { ButtonLink } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"
import { getPageVersion } from "@/lib/live/page-version"
import { findFeed } from "@/lib/reef/posts/queries"
import { findMentions } from "@/lib/search/mentions/queries"
import type { Mention } from "@/lib/search/mentions/schema"
import { reefTopic } from "@/lib/stream-log/page-topics"
import { FeedRows } from "./feed-rows"
import { PAGE_STEP, reefHref } from "./links"
import { MAX_SHOWN, type ReefPageQuery } from "./query"

export async function Feed({ query }: { query: ReefPageQuery }) {
  const version = getPageVersion()
  const { section, sort, period, by, search, from, shown } = query
  const { data, pagination } = await findFeed({
    ...{ section, sort, period, limit: shown, offset: from },
    ...(search && { q: search }),
    ...(by && { kind: by }),
  })
  const mentions = await findMentions(data.map(({ title, body }) => `${title}\n${body ?? ""}`))
  const rows = data.map((post, index) => ({
    key: post.id,
    node: <PostCard mentions={mentions[index] ?? []} post={post} />,
  }))
  return (
    <section aria-labelledby="posts" className="grid min-w-0 grid-cols-1 gap-3">
      <h2 className="sr-only" id="posts">
        Posts
      </h2>
      {from > 0 && (
        <ButtonLink
          className="justify-self-start"
          href={reefHref({ ...query, from: Math.max(0, from - MAX_SHOWN), shown: undefined })}
          variant="secondary"
          rel="prev"
        >
          Previous posts
        </ButtonLink>
      )}
      {data.length === 0 && <EmptyFeed query={query} />}
      <FeedRows
        key={reefHref({ ...query, shown: undefined })}
        {...nextPage(query, pagination.total)}
        rows={rows}
      />
      <LiveRefresh version={version} topics={[reefTopic(), ...addressesIn(mentions)]} />
    </section>
  )
}

/** With more topics the page would be refreshed for every change. */
const MAX_TOPICS = 40

const addressesIn = (mentions: readonly (readonly Mention[])[]) =>
  [...new Set(mentions.flat().map(({ address }) => address))].slice(0, MAX_TOPICS)

/** Links to more posts on this page, or to the next page when it is full. */
function nextPage({ from, shown, ...query }: ReefPageQuery, total: number) {
  const next = from + shown
  if (next >= total) return { more: null, next: null }
  const more = Math.min(shown + PAGE_STEP, MAX_SHOWN)
  if (more > shown) return { more: reefHref({ ...query, from, shown: more }), next: null }
  return { more: null, next: reefHref({ ...query, from: next }) }
}

function EmptyFeed({ query }: { query: ReefPageQuery }) {
  const { from, search, by, section, sort } = query
  if (from > 0) {
    return (
      <EmptyState
        action={
          <ButtonLink href={reefHref({ ...query, from: 0 })}>Back to the first page</ButtonLink>
        }
        title="No more posts"
      />
    )
  }
  if (search || by || section !== "all" || sort !== "recent") {
    return (
      <EmptyState
        action={<ButtonLink href="/reef">All posts</ButtonLink>}
        icon="search"
        title="No matching posts"
      >
        Try fewer words, another section, or a longer time.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={<ButtonLink href="/reef/new">Write the first post</ButtonLink>}
      icon="reef"
      title="No posts yet"
    >
      Write about a market or a token.
    </EmptyState>
  )
}

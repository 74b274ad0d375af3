import { PostRow } from "@/components/reef/post-row"
import { Card } from "@/components/ui/card"
import { ServerMarkup } from "@/components/ui/server-markup"
import { EmptyState } from "@/components/ui/states"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { SectionHeader } from "./section-header"

export function ReefHighlights({ posts }: { posts: readonly ReefPost[] }) {
  return (
    <ServerMarkup tag="section" aria-labelledby="from-reef" className="below-fold min-w-0">
      <SectionHeader href="/reef?sort=hot" id="from-reef" title="From the Reef" />
      <Card>
        {posts.length === 0 ? (
          <EmptyState icon="reef" title="No posts yet" />
        ) : (
          <ul className="-m-2 grid gap-1 lg:grid-cols-2">
            {posts.map((post) => (
              <li className="min-w-0" key={post.id}>
                <PostRow post={post} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </ServerMarkup>
  )
}

import { PostLine } from "@/components/reef/post-line"
import { Card } from "@/components/ui/card"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { SectionHead } from "./section-head"

/** What is talked about at the moment; nothing before there is something. */
export function FromReef({ posts }: { posts: readonly ReefPost[] }) {
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="from-reef" className="below-fold min-w-0">
      <SectionHead href="/reef?sort=hot" id="from-reef" title="From the Reef" />
      <Card>
        <ul className="-m-2 grid gap-1 lg:grid-cols-2">
          {posts.map((post) => (
            <li className="min-w-0" key={post.id}>
              <PostLine post={post} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

import { PostRow } from "@/components/reef/post-row"
import { Card } from "@/components/ui/card"
import { formatInteger } from "@/lib/format"
import { findWalletPosts } from "@/lib/reef/posts/queries"

const SHOWN = 5

/** The newest posts of a wallet. */
export async function ReefPosts({ wallet }: { wallet: string }) {
  const { data, pagination } = await findWalletPosts(wallet, { limit: SHOWN, offset: 0 })
  if (data.length === 0) return null
  const { total } = pagination
  return (
    <Card
      isMarkup
      aside={
        <span className="figures text-sm text-muted">
          {total > SHOWN ? `Newest ${SHOWN} of ${formatInteger(total)}` : null}
        </span>
      }
      title="Posts on the Reef"
    >
      <ul className="-mx-2">
        {data.map((post) => (
          <li key={post.id}>
            <PostRow post={post} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

import { Icon } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"

type Post = {
  id: string
  url: string
  text: string
  /** Current value of the post, in words. */
  status: string
  isGood: boolean
  createdAt: string
}

/** Submitted posts, newest first; each leads to its network. */
export function PostsList({ label, posts }: { label: string; posts: readonly Post[] }) {
  if (posts.length === 0) return <p className="text-sm text-muted">No posts submitted yet.</p>
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-2">
      {posts.map(({ id, url, text, status, isGood, createdAt }) => (
        <li className="grid grid-cols-1 gap-1 rounded-control bg-sunken p-3 text-sm" key={id}>
          <a
            className="line-clamp-2 wrap-anywhere text-link"
            href={url}
            rel="noopener noreferrer nofollow"
            target="_blank"
          >
            <bdi>{text}</bdi>
          </a>
          <p className="flex flex-wrap items-center gap-x-3 text-muted">
            <span className={isGood ? "text-kelp" : ""}>
              <Icon name={isGood ? "check" : "close"} size={14} /> {status}
            </span>
            <Time time={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}

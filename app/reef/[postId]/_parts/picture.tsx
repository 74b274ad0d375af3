import {
  PictureFrame,
  PictureTitle,
  pictureColors,
  renderPicture,
  toPrintable,
} from "@/components/pictures/frame"
import { formatCommentCount, formatVoteCount } from "@/components/reef/counts"
import { sectionLabels } from "@/components/reef/section-labels"
import { shortenAddress } from "@/lib/format"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle, toPlainText, truncateText } from "@/lib/reef/text"

/** Preview picture of a post. */
export const drawPicture = (post: ReefPost): Promise<ArrayBuffer> =>
  renderPicture(<Picture post={post} />)

/** Characters; more than fit. The rest is cut at the last line. */
const MAX_TITLE = 140
const MAX_BODY = 200

const clipped = { display: "block", overflow: "hidden", wordBreak: "break-word" } as const

function Picture({ post }: { post: ReefPost }) {
  const title = toPrintable(cleanTitle(post.title), MAX_TITLE) || "A post on the Reef"
  const body = toPrintable(truncateText(toPlainText(post.body ?? ""), MAX_BODY), MAX_BODY + 1)
  return (
    <PictureFrame>
      <div style={{ display: "flex", flexDirection: "column", padding: "48px 64px 0", gap: 32 }}>
        <AuthorLine post={post} />
        <div
          style={{
            ...clipped,
            lineClamp: 3,
            fontSize: title.length > 60 ? 52 : 66,
            fontWeight: 600,
            lineHeight: 1.15,
          }}
        >
          {title}
        </div>
        {body !== "" && (
          <div
            style={{
              ...clipped,
              lineClamp: 2,
              fontSize: 32,
              lineHeight: 1.35,
              color: pictureColors.muted,
            }}
          >
            {body}
          </div>
        )}
      </div>
      <Figures post={post} />
    </PictureFrame>
  )
}

function AuthorLine({ post: { wallet, username, isAgent, tier } }: { post: ReefPost }) {
  const name = toPrintable(username ?? "", 28) || shortenAddress(wallet)
  return (
    <PictureTitle
      address={wallet}
      detail={isAgent ? `Agent, ${tier}` : tier}
      detailSize={28}
      name={name}
      nameSize={40}
      symbol={username ?? wallet.slice(2)}
    />
  )
}

const UP = "M12 19V5M5 12l7-7 7 7"

function Figures({ post: { section, score, commentCount } }: { post: ReefPost }) {
  return (
    <div
      style={{
        display: "flex",
        alignItems: "center",
        gap: 40,
        padding: "28px 64px",
        fontSize: 30,
        borderTop: `2px solid ${pictureColors.to}`,
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 12, fontWeight: 600 }}>
        <svg aria-hidden="true" height={30} viewBox="0 0 24 24" width={30}>
          <path d={UP} fill="none" stroke={pictureColors.up} strokeWidth={3} />
        </svg>
        {formatVoteCount(score)}
      </div>
      <div style={{ display: "flex" }}>{formatCommentCount(commentCount)}</div>
      <div
        style={{ display: "flex", flex: 1, justifyContent: "flex-end", color: pictureColors.muted }}
      >
        {section === "mixed" ? "The Reef" : `The Reef, ${sectionLabels[section].name}`}
      </div>
    </div>
  )
}

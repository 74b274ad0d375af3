import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { shortenAddress } from "@/lib/format"
import { isLongText, parseText, type TextPart } from "@/lib/reef/text"
import { Collapsible } from "./collapsible"

type UserTextProps = {
  text: string
  /** Page of each token and market that the text names, by address. */
  addressLinks?: Readonly<Record<string, string>>
  /** Never collapsed. */
  isWhole?: boolean
  className?: string
}

/**
 * User-written plain text: line breaks, external links marked as such, addresses and $SYMBOLs linked to their pages.
 * Isolated in layout and writing direction.
 */
export function UserText({ text, addressLinks = {}, isWhole = false, className }: UserTextProps) {
  const shown = (
    <div
      className={cn("max-w-prose whitespace-pre-wrap wrap-anywhere", className)}
      data-user-text
      dir="auto"
      style={{ unicodeBidi: "isolate" }}
    >
      {parseText(text).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        <Part key={index} part={part} addressLinks={addressLinks} />
      ))}
    </div>
  )
  return isWhole || !isLongText(text) ? shown : <Collapsible>{shown}</Collapsible>
}

type PartProps = { part: TextPart; addressLinks: Readonly<Record<string, string>> }

function Part({ part, addressLinks }: PartProps) {
  if (part.kind === "text") return part.text
  if (part.kind === "link") return <ExternalLink link={part} />
  const isAddress = part.kind === "address"
  const href = isAddress
    ? (addressLinks[part.address] ?? `/wallets/${part.address}`)
    : `/search?q=${encodeURIComponent(part.symbol)}`
  return (
    <Link className="text-link" href={href} prefetch={false} rel="ugc">
      <bdi title={part.text}>
        {isAddress && part.text.startsWith("@") && "@"}
        {isAddress ? shortenAddress(part.address) : part.text}
      </bdi>
    </Link>
  )
}

const MAX_PATH_LENGTH = 40

/** Shows the real host first, whatever the link text was. */
function ExternalLink({ link: { href, host } }: { link: Extract<TextPart, { kind: "link" }> }) {
  const { pathname, search, hash } = new URL(href)
  const path = `${pathname === "/" ? "" : pathname}${search}${hash}`
  return (
    <a
      className="text-link"
      href={href}
      rel="nofollow ugc noopener noreferrer"
      target="_blank"
      title={href}
    >
      <bdi>
        {host}
        {path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path}
      </bdi>
      <span aria-hidden="true"> ↗</span>
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}

import { Icon } from "@/components/ui/icon"
import type { TokenView } from "@/lib/tokens/schema"

type ProjectTextProps = {
  project: Pick<TokenView, "description" | "website" | "telegram" | "socialx">
  /** Shown without a description. */
  emptyText: string
}

/** Description and links of a project. */
export function ProjectText({ project, emptyText }: ProjectTextProps) {
  const links = projectLinks(project)
  return (
    <>
      <p className="text-sm whitespace-pre-line wrap-anywhere">
        {project.description ? (
          <bdi>{project.description}</bdi>
        ) : (
          <span className="text-muted">{emptyText}</span>
        )}
      </p>
      {links.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-4">
          {links.map(({ label, href }) => (
            <li key={label}>
              <a
                className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm"
                href={href}
                rel="noreferrer nofollow ugc"
                target="_blank"
              >
                {label}
                <Icon name="external" size={14} />
                <span className="sr-only"> (opens a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Links = Pick<TokenView, "website" | "telegram" | "socialx">

/** Links to the creator. A handle becomes a URL of its network; only http and https are linked. */
export function projectLinks({ website, telegram, socialx }: Links) {
  return [
    { label: "Website", href: toHttpUrl(website) },
    { label: "Telegram", href: toNetworkUrl(telegram, "https://t.me/") },
    { label: "X", href: toNetworkUrl(socialx, "https://x.com/") },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []))
}

function toNetworkUrl(text: string | null, base: string): string | null {
  const handle = /^@?(\w{1,64})$/.exec(text ?? "")?.[1]
  return handle ? base + handle : toHttpUrl(text)
}

function toHttpUrl(text: string | null): string | null {
  const url = text && URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

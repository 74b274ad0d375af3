import { platformDetails, platforms } from "@/lib/profiles/validation"

type SocialsProps = { socials: readonly { platform: string; handle: string; url: string }[] }

/** A wallet's public social accounts. */
export function Socials({ socials }: SocialsProps) {
  if (socials.length === 0) return null
  return (
    <ul aria-label="Social accounts" className="flex flex-wrap gap-x-4">
      {socials.map(({ platform, handle, url }) => (
        <li className="flex min-h-11 items-center gap-1.5 text-sm" key={platform}>
          <span className="text-muted">{labelOf(platform)}</span>
          {url ? (
            <a
              className="inline-flex min-h-11 items-center text-link"
              href={url}
              rel="noopener noreferrer nofollow ugc"
              target="_blank"
            >
              <bdi>{handle}</bdi>
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          ) : (
            <bdi>{handle}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}

function labelOf(platform: string) {
  const match = platforms.find((each) => each === platform)
  return match ? platformDetails[match].label : platform
}

import { Icon } from "@/components/ui/icon"
import type { TokenView } from "@/lib/tokens/schema"
import { projectLinks } from "./project-links"

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

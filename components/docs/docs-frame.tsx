import Link from "next/link"
import type { ReactNode } from "react"
import { guides } from "@/lib/guides/registry"
import type { Heading } from "@/lib/markdown/headings"
import { CodeTools } from "./code-tools"
import { DocsSearch } from "./docs-search"

type DocsLink = { href: string; label: string }

type Props = {
  /** Path of the page. */
  path: string
  headings?: readonly Heading[]
  /** Further links under "API reference". */
  links?: readonly DocsLink[]
  before?: DocsLink | undefined
  after?: DocsLink | undefined
  /** What was searched for. */
  text?: string
  /** Parts that need scripts, shown below the text. */
  tools?: ReactNode
  children: ReactNode
}

/** A page of the documentation: navigation, text, and a list of its sections. */
export function DocsFrame({ path, headings = [], links = [], ...props }: Props) {
  const { before, after, text, tools, children } = props
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_13rem]">
      <aside className="grid content-start gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-1">
        <DocsSearch key={text} {...(text !== undefined && { text })} />
        <details className="group lg:hidden">
          <summary className="button button-md button-secondary w-full">Contents</summary>
          <div className="pt-3">
            <DocsNavigation links={links} name="Contents" path={path} />
          </div>
        </details>
        <div className="hidden lg:block">
          <DocsNavigation links={links} name="Documentation" path={path} />
        </div>
      </aside>
      <div className="grid min-w-0 content-start gap-6">
        <CodeTools key={path}>
          <article className="doc-prose">{children}</article>
        </CodeTools>
        {tools}
        <Neighbours after={after} before={before} />
      </div>
      <OnThisPage headings={headings} path={path} />
    </div>
  )
}

const OVERVIEW: DocsLink = { href: "/docs", label: "Overview" }
const REFERENCE: DocsLink = { href: "/docs/api", label: "API reference" }

function DocsNavigation({
  path,
  links,
  name,
}: {
  path: string
  links: readonly DocsLink[]
  name: string
}) {
  const all = [OVERVIEW, ...guides.map(toLink), REFERENCE]
  return (
    <nav aria-label={name}>
      <ul className="grid gap-0.5">
        {all.map((link) => (
          <NavigationLink key={link.href} link={link} path={path} />
        ))}
        {links.map((link) => (
          <NavigationLink isInner key={link.href} link={link} path={path} />
        ))}
      </ul>
    </nav>
  )
}

export const toLink = ({ slug, title }: { slug: string; title: string }): DocsLink => ({
  href: `/docs/${slug}`,
  label: title,
})

type NavigationLinkProps = { link: DocsLink; path: string; isInner?: boolean }

const NavigationLink = ({ link: { href, label }, path, isInner }: NavigationLinkProps) => (
  <li>
    <Link
      aria-current={href === path ? "page" : undefined}
      className={isInner ? "doc-link doc-link-inner" : "doc-link"}
      href={href}
      prefetch={false}
    >
      {label}
    </Link>
  </li>
)

function OnThisPage({ headings, path }: { headings: readonly Heading[]; path: string }) {
  const shown = headings.filter(({ level }) => level <= 3)
  if (shown.length < 2) return null
  return (
    <nav
      aria-labelledby="on-this-page"
      className="hidden content-start gap-2 text-sm xl:sticky xl:top-20 xl:grid xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto"
    >
      <p className="font-medium" id="on-this-page">
        On this page
      </p>
      <ul className="grid gap-0.5">
        {shown.map(({ id, text, level }) => (
          <li key={id}>
            <a
              className={level > 2 ? "doc-link doc-link-inner" : "doc-link"}
              href={`${path}#${id}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Neighbours({ before, after }: Pick<Props, "before" | "after">) {
  if (!before && !after) return null
  return (
    <nav
      aria-label="Previous and next"
      className="flex flex-wrap justify-between gap-3 border-t border-line pt-4"
    >
      {before && (
        <Link className="button button-md button-secondary" href={before.href} prefetch={false}>
          <span aria-hidden="true">←</span> <span className="sr-only">Previous: </span>
          {before.label}
        </Link>
      )}
      {after && (
        <Link
          className="button button-md button-secondary ml-auto"
          href={after.href}
          prefetch={false}
        >
          <span className="sr-only">Next: </span>
          {after.label} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  )
}

import { prefersMarkdown } from "@/lib/http/negotiation"

/** Pages that also exist as Markdown. */
const PAGES =
  /^\/(?:launchpad|markets|docs(?:\/(?!design$|search$)[\w-]+|\/api\/\w+)?|(?:tokens|markets)\/0x[0-9a-fA-F]{40}|reef\/c[0-9a-z]{24})?$/

const SUFFIX = ".md"

/** The home page's path has no name. */
const HOME = "/"
const HOME_TWIN = "/index.md"

/**
 * The path of the page whose Markdown is requested, by its ending or by the Accept header; null where the page itself
 * is requested. `accept` is null for a request without the header.
 */
export function findTwin(pathname: string, accept: string | null): string | null {
  if (pathname === HOME_TWIN) return HOME
  if (pathname.endsWith(SUFFIX)) {
    const page = pathname.slice(0, -SUFFIX.length)
    return PAGES.test(page) ? page : null
  }
  return hasTwin(pathname) && prefersMarkdown(accept) ? pathname : null
}

/** Whether the answer at the page's own path depends on the Accept header. */
export const hasTwin = (pathname: string) => PAGES.test(pathname)

/** For programs that open a page: the index after llmstxt.org, and the page's own Markdown if it has one. */
export function linkForPrograms(pathname: string): string {
  const index = '</llms.txt>; rel="describedby"; type="text/markdown"'
  if (!hasTwin(pathname)) return index
  const twin = pathname === HOME ? HOME_TWIN : `${pathname}${SUFFIX}`
  return `${index}, <${twin}>; rel="alternate"; type="text/markdown"`
}

/**
 * The path of the route that writes a page's Markdown. A route that the framework rewrites to gets the query of the
 * original address.
 */
export const twinPath = (page: string) => `/api/internal/markdown${page === HOME ? "/index" : page}`

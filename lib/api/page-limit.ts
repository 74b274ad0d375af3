import { clientIp } from "@/lib/http/client-ip"
import { countRequest, type RateLimitResult, rateLimitHeaders } from "./rate-limit"

/** Paths that are not pages: files, and routes with their own rate limit. */
const NOT_PAGES = new RegExp(
  `^/(?:${[
    String.raw`favicon\.ico|icon\.svg|icons/(?:32|192|512|maskable-512|apple-touch)\.png`,
    String.raw`robots\.txt|manifest\.webmanifest|sitemap\.xml|sitemaps/[^/]+|contracts\.json`,
    String.raw`llms(?:-full)?\.txt|mcp|\.well-known/agent(?:-card)?\.json`,
    "_next/static/.+|ipfs/[^/]+|internal/(?:follow|jobs)",
    String.raw`portfolio/[^/]+/(?:trades|positions|holdings|rounds)\.(?:csv|json)|borrow/calendar\.ics`,
  ].join("|")})$`,
)

/** Pages that call the node, search everything or render a picture. */
const EXPENSIVE_PAGES = /^\/(?:tx\/|search(?:$|[/.]))|\/opengraph-image/

export type PageLimit = { headers: [string, string][]; refusal: RateLimitResult | null }

/** Counts a request for a page or its RSC payload per client address; null for a path that is not a page. */
export async function limitPage(
  pathname: string,
  headers: Pick<Headers, "get">,
): Promise<PageLimit | null> {
  const path = decodePath(pathname)
  if (NOT_PAGES.test(path)) return null
  const ip = clientIp(headers)
  const lookup = EXPENSIVE_PAGES.test(path) ? await countRequest("lookup", ip) : null
  const tightest =
    lookup?.isAllowed === false ? lookup : stricterLimit(await countRequest("view", ip), lookup)
  return { headers: rateLimitHeaders(tightest), refusal: tightest.isAllowed ? null : tightest }
}

/** Routes match the decoded path. */
function decodePath(pathname: string) {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function stricterLimit(view: RateLimitResult, lookup: RateLimitResult | null) {
  const isLookup = lookup && view.isAllowed && lookup.remaining < view.remaining
  return isLookup ? lookup : view
}

/** HTML of the 429 page, which reloads itself when the window has room again. */
export const rateLimitedPage = ({ quota, resetInSeconds }: RateLimitResult) =>
  waitingPage({
    title: "Too many requests",
    text: `Your network address has requested more than ${quota} pages within a minute.`,
    seconds: resetInSeconds,
  })

/** HTML of the 503 page while too many pages wait to be rendered. */
export const overloadedPage = (seconds: number) =>
  waitingPage({ title: "Atoll is busy", text: "Too many pages are asked for at once.", seconds })

const waitingPage = ({
  title,
  text,
  seconds,
}: {
  title: string
  text: string
  seconds: number
}) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta http-equiv="refresh" content="${seconds}">
    <title>${title} · Atoll</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        display: grid; place-content: center; min-height: 90dvh; margin: 0 auto; max-width: 32rem;
        padding: 1rem; text-align: center; font: 1rem/1.5 system-ui, sans-serif;
        background: light-dark(#eef4f5, #04141c); color: light-dark(#08222c, #e8f3f4);
      }
      a { color: light-dark(#066079, #59cbe0); }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    <p>
      ${text} This page reloads automatically in ${seconds} ${seconds === 1 ? "second" : "seconds"}.
    </p>
    <p>Your tokens are on chain and not affected. Transactions you have sent continue.</p>
    <p><a href="">Try again now</a></p>
  </body>
</html>
`

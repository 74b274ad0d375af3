import { clientIp } from "./client-ip"
import { countRequest, type RateLimitResult, rateLimitHeaders } from "./rate-limit"

/** Paths that are no pages: files, and routes that count against a window of their own. */
const NOT_PAGES = new RegExp(
  `^/(?:${[
    String.raw`favicon\.ico|icon\.svg|icons/(?:32|192|512|maskable-512|apple-touch)\.png`,
    String.raw`robots\.txt|manifest\.webmanifest|sitemap\.xml|sitemaps/[^/]+|contracts\.json`,
    String.raw`reference/(?:LICENSE|swagger-ui(?:-bundle\.js|\.css))|ipfs/[^/]+|internal/follow`,
    "(?:search|start|launch|markets/create)/data|wallets/name",
    "(?:markets|tokens)/[^/]+/data|markets/[^/]+/position|tokens/[^/]+/comments",
    "reef/(?:mentions|standing|moderation/decisions)|reef/[^/]+/(?:hidden|record)",
    String.raw`portfolio/[^/]+/(?:trades|positions)\.(?:csv|json)`,
  ].join("|")})$`,
)

/** Pages that ask the node, search everything or draw a picture. */
const EXPENSIVE_PAGES = /^\/(?:tx\/|search(?:$|[/.]))|\/opengraph-image/

/** What came of counting a request for a page. */
export type PageLimit = { headers: [string, string][]; refusal: RateLimitResult | null }

/** Counts a request for a page, its data included, per client address; null for what is no page. */
export async function limitPage(pathname: string, headers: Headers): Promise<PageLimit | null> {
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

/** A page for people whose address has asked for too many; it loads the wanted one again by itself. */
export const rateLimitedPage = ({ quota, resetInSeconds }: RateLimitResult) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta http-equiv="refresh" content="${resetInSeconds}">
    <title>Too many requests · Atoll</title>
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
    <h1>Too many requests</h1>
    <p>
      Your network address has asked for more than ${quota} pages within a minute. This page loads again by
      itself in ${resetInSeconds} ${resetInSeconds === 1 ? "second" : "seconds"}.
    </p>
    <p>Your tokens are on the chain and not affected; a transaction you have sent goes on.</p>
    <p><a href="">Try again now</a></p>
  </body>
</html>
`

import { readFacts } from "@/lib/guides/facts"
import { writeDocsPage } from "@/lib/guides/pages"
import { writeHomePage, writeLaunchpadPage, writeMarketsPage } from "@/lib/markdown/list-pages"
import { writeMarketPage } from "@/lib/markdown/market-page"
import { writePostPage } from "@/lib/markdown/post-page"
import { writeTokenPage } from "@/lib/markdown/token-page"

/** The page at a path as Markdown; null where there is no such page. */
export async function writePage(pathname: string): Promise<string | null> {
  const facts = readFacts()
  const [, folder = "", name = ""] = pathname.split("/")
  if (folder === "docs") return writeDocsPage(pathname, facts)
  const writeList = LISTS[pathname]
  if (writeList) return writeList(facts.origin)
  const write = WRITERS[folder]
  return write ? write(name, facts.origin) : null
}

const LISTS: Readonly<Record<string, ((origin: string) => Promise<string>) | undefined>> = {
  "/": writeHomePage,
  "/launchpad": writeLaunchpadPage,
  "/markets": writeMarketsPage,
}

type Writer = (name: string, origin: string) => Promise<string | null>

const WRITERS: Readonly<Record<string, Writer | undefined>> = {
  tokens: (name, origin) => writeTokenPage(name.toLowerCase(), origin),
  markets: (name, origin) => writeMarketPage(name.toLowerCase(), origin),
  reef: writePostPage,
}

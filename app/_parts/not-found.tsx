import type { Metadata } from "next"
import { SearchForm } from "@/components/search/search-form"
import { ButtonLink } from "@/components/ui/button"
import type { Subject } from "@/lib/page-existence"
import { PageMessage } from "./page-message"

const LAUNCHED = "A token appears here as soon as the block of its launch is indexed."

const messages: Readonly<Record<Subject, { title: string; sentence: string }>> = {
  page: {
    title: "Page not found",
    sentence: "The page does not exist or has moved. Check the address.",
  },
  token: {
    title: "Token not found",
    sentence: `No token on Atoll has this address. ${LAUNCHED}`,
  },
  market: {
    title: "Market not found",
    sentence:
      "No market on Atoll has this address. A market appears here as soon as the block of its creation is indexed.",
  },
  launch: {
    title: "Launch not found",
    sentence: `No token has been launched at this address. ${LAUNCHED}`,
  },
  post: {
    title: "Post not found",
    sentence: "This post does not exist, was deleted, or is hidden pending moderation.",
  },
  wallet: {
    title: "Not a wallet address",
    sentence: "A wallet address is 0x followed by 40 hexadecimal characters.",
  },
  agent: {
    title: "Agent not found",
    sentence: "No agent on Atoll has this number. A new one appears once its block is indexed.",
  },
  transaction: {
    title: "Not a transaction hash",
    sentence: "A transaction hash is 0x followed by 64 hexadecimal characters.",
  },
}

const links = [
  { href: "/", label: "Home" },
  { href: "/markets", label: "Markets" },
  { href: "/launchpad", label: "Launchpad" },
  { href: "/reef", label: "Reef" },
]

export const notFoundMetadata = (subject: Subject): Metadata => ({
  title: messages[subject].title,
  robots: { index: false },
})

/**
 * Used instead of Next's `notFound`, whose answer has no content without scripts. The proxy has set the status
 * (lib/page-existence.ts).
 */
export function NotFound({ subject }: { subject: Subject }) {
  const { title, sentence } = messages[subject]
  return (
    <PageMessage icon="search" text={sentence} title={title}>
      <SearchForm />
      <nav aria-label="Other pages" className="flex flex-wrap justify-center gap-2">
        {links.map(({ href, label }) => (
          <ButtonLink href={href} key={href} variant="secondary">
            {label}
          </ButtonLink>
        ))}
      </nav>
    </PageMessage>
  )
}

import type { Metadata } from "next"
import { SearchForm } from "@/components/search/search-form"
import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { setPageStatus } from "@/lib/api/page-status"

const LAUNCHED = "A token appears here as soon as the block of its launch is indexed."

const subjects = {
  page: {
    title: "Page not found",
    sentence: "There is no page at this address. The link may be old or mistyped.",
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
  transaction: {
    title: "Not a transaction hash",
    sentence: "A transaction hash is 0x followed by 64 hexadecimal characters.",
  },
} as const

type Subject = keyof typeof subjects

export const notFoundMetadata = (subject: Subject): Metadata => ({
  title: subjects[subject].title,
  robots: { index: false },
})

/** Used instead of Next's `notFound`, whose response has no content without scripts. */
export function NotFound({ subject }: { subject: Subject }) {
  setPageStatus(404)
  return <NotFoundMessage subject={subject} />
}

/** Without the status: Next renders `not-found.tsx` into the data of every page. */
export function NotFoundMessage({ subject }: { subject: Subject }) {
  const { title, sentence } = subjects[subject]
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-6 py-8 sm:py-12">
      <div className="grid justify-items-center gap-4 text-center">
        <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="search" size={28} />
        </span>
        <h1>{title}</h1>
        <p className="text-muted">{sentence}</p>
      </div>
      <SearchForm />
      <nav aria-label="Other pages" className="flex flex-wrap justify-center gap-2">
        <ButtonLink href="/" variant="secondary">
          Home
        </ButtonLink>
        <ButtonLink href="/markets" variant="secondary">
          Markets
        </ButtonLink>
        <ButtonLink href="/launchpad" variant="secondary">
          Launchpad
        </ButtonLink>
        <ButtonLink href="/reef" variant="secondary">
          Reef
        </ButtonLink>
      </nav>
    </div>
  )
}

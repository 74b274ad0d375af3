"use client"

import { catchError, type ErrorInfo } from "next/error"
import { usePathname, useRouter, useSearchParams } from "next/navigation"
import { type ReactNode, type RefObject, startTransition, useEffect, useRef } from "react"
import { Button } from "./button"

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

/** Failed tries in a row; each one mounts the message again. */
type Tries = RefObject<number>

type ProblemProps = { text?: string; tries: Tries; retry: () => void }

const NOT_SHOWN = "This part could not be shown. Everything else on the page works."
const NOT_UPDATED = "This part could not be updated. It shows what was loaded before."

/** Replaces a part that failed, and tries to show it again, with growing pauses. */
function SectionProblem({ text = NOT_SHOWN, tries, retry }: ProblemProps) {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries.current)
    tries.current++
    const timer = setTimeout(() => latest.current(), pause)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <div className="grid justify-items-start gap-3 p-4 text-sm" role="alert">
      <p>{text}</p>
      <Button onClick={retry} size="sm" variant="secondary">
        Try again
      </Button>
    </div>
  )
}

const Boundary = catchError(({ tries }: { tries: Tries }, { retry }: ErrorInfo) => (
  <SectionProblem retry={retry} tries={tries} />
))

/** A part of a page that can fail without the rest: the page, above all its ticket, stays usable. */
export function SectionBoundary({ children }: { children: ReactNode }) {
  const tries = useRef(0)
  return <Boundary tries={tries}>{children}</Boundary>
}

type LoadedSectionProps = {
  title?: string
  /** When the server could not load the content; null if it could. A new time is a new failure. */
  failedAt: number | null
  children?: ReactNode
}

/** A section as the server loaded it. One that fails when the page is refreshed keeps what it shows, and says so. */
export function LoadedSection({ title, failedAt, children }: LoadedSectionProps) {
  const router = useRouter()
  const url = `${usePathname()}?${useSearchParams()}`
  const tries = useRef(0)
  const loaded = useRef<{ url: string; content: ReactNode } | null>(null)
  useEffect(() => {
    if (failedAt !== null) return
    loaded.current = { url, content: children }
    tries.current = 0
  }, [failedAt, url, children])
  // The content of another URL is another content.
  const former = loaded.current?.url === url ? loaded.current.content : null
  const content = failedAt === null ? children : former
  const problem = failedAt !== null && (
    <SectionProblem
      key={failedAt}
      retry={() => startTransition(() => router.refresh())}
      text={content ? NOT_UPDATED : NOT_SHOWN}
      tries={tries}
    />
  )
  return (
    <>
      {content && <Boundary tries={tries}>{content}</Boundary>}
      {problem && !content && title ? (
        <section className="card">
          <header className="card-header">
            <h2>{title}</h2>
          </header>
          {problem}
        </section>
      ) : (
        problem
      )}
    </>
  )
}

"use client"

import { catchError, type ErrorInfo } from "next/error"
import { type ReactNode, type RefObject, useEffect, useRef } from "react"
import { Button } from "./button"

const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30_000

/** Failed tries in a row; each one mounts the message again. */
type Tries = RefObject<number>

type ProblemProps = { tries: Tries; retry: () => void }

/** Replaces a part that failed, and tries to show it again, with growing pauses. */
function SectionProblem({ tries, retry }: ProblemProps) {
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
      <p>This part could not be shown. Everything else on the page works.</p>
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

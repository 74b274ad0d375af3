"use client"

import "./globals.css"

type Props = { error: Error & { digest?: string }; retry: () => void }

/** Shown when the root layout fails, so it uses none of the layout's components. */
export default function GlobalError({ error, retry }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Atoll could not be loaded</title>
        <main className="mx-auto grid min-h-dvh max-w-xl content-center justify-items-center gap-4 px-4 text-center">
          <h1>Atoll could not be loaded</h1>
          <p className="text-muted">Your funds and pending transactions are not affected.</p>
          <button
            className="min-h-11 rounded-control bg-accent px-4 font-medium text-on-accent"
            onClick={retry}
            type="button"
          >
            Try again
          </button>
          {error.digest && (
            <p className="text-sm text-muted">
              If the problem persists, report error <code>{error.digest}</code>.
            </p>
          )}
        </main>
      </body>
    </html>
  )
}

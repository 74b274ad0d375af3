"use client"

import "./globals.css"

type Props = { error: Error & { digest?: string }; retry: () => void }

/** When the frame of the pages itself fails; so it uses no part of it. */
export default function GlobalError({ error, retry }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Atoll cannot be shown</title>
        <main className="mx-auto grid min-h-dvh max-w-xl content-center justify-items-center gap-4 px-4 text-center">
          <h1>Atoll cannot be shown right now</h1>
          <p className="text-muted">
            Your tokens are on the chain and not affected; a transaction you have sent goes on.
          </p>
          <button
            className="min-h-11 rounded-control bg-accent px-4 font-medium text-on-accent"
            onClick={retry}
            type="button"
          >
            Try again
          </button>
          {error.digest && (
            <p className="text-sm text-muted">
              If it keeps failing, report the reference <code>{error.digest}</code>.
            </p>
          )}
        </main>
      </body>
    </html>
  )
}

import type { Metadata } from "next"
import { Moderation } from "./_parts/moderation"

export const metadata: Metadata = {
  title: "Moderation",
  description: "Reported posts of the Reef, for its moderators.",
  robots: { index: false },
}

export default function ModerationPage() {
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Moderation</h1>
        <p className="text-sm text-muted">
          Posts with open reports, the most reported first. Every decision is logged with its
          reason.
        </p>
      </header>
      <Moderation />
    </div>
  )
}

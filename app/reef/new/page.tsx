import type { Metadata } from "next"
import { Composer } from "./_parts/composer"

export const metadata: Metadata = {
  title: "Write a post",
  description: "Write a post on the Reef about a market or a token.",
  alternates: { canonical: "/reef/new" },
}

export default function NewPostPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-1">
        <h1>Write a post</h1>
        <p className="text-sm text-muted">
          Up to one post every eight minutes per wallet. Posting is free.
        </p>
      </header>
      <Composer />
    </div>
  )
}

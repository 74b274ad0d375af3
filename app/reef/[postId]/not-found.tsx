import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { HiddenPost } from "./_parts/hidden-post"

export default function PostNotFound() {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <HiddenPost>
        <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="search" size={28} />
        </span>
        <h1>This post is not here</h1>
        <p className="text-muted">
          It was deleted, or it is hidden until a moderator has looked at it.
        </p>
      </HiddenPost>
      <ButtonLink href="/reef">To the Reef</ButtonLink>
    </div>
  )
}

import { createDraftStore } from "@/components/content/draft-store"
import type { PostText } from "@/components/reef/post-validation"

/** Sections that accept new posts. */
export const openSections = ["mixed", "agent"] as const
export type OpenSection = (typeof openSections)[number]

export type PostDraft = PostText & { section: OpenSection }

export const postDrafts = createDraftStore<PostDraft>({
  key: "atoll.reef.draft",
  empty: { section: "mixed", title: "", body: "" },
  read: (text) => ({
    section: text("section") === "agent" ? "agent" : "mixed",
    title: text("title"),
    body: text("body"),
  }),
})

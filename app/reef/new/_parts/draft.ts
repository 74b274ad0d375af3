import { draftStore } from "@/components/content/drafts"
import type { PostTexts } from "@/components/reef/post-texts"

/** What can be chosen; the humans' section takes nothing new. */
export const openSections = ["mixed", "agent"] as const
export type OpenSection = (typeof openSections)[number]

export type PostDraft = PostTexts & { section: OpenSection }

/** The draft of a post in this browser. */
export const postDrafts = draftStore<PostDraft>({
  key: "atoll.reef.draft",
  empty: { section: "mixed", title: "", body: "" },
  read: (text) => ({
    section: text("section") === "agent" ? "agent" : "mixed",
    title: text("title"),
    body: text("body"),
  }),
})

import { draftStore, pictureOf } from "@/components/content/drafts"
import { NO_TEXTS } from "@/components/content/texts"
import type { Draft } from "./plan"

const EMPTY: Draft = {
  ...NO_TEXTS,
  question: "",
  symbol: "",
  picture: null,
  options: ["Yes", "No"],
  kind: "public",
  isPrivateEvent: false,
  isOpenEnded: false,
  endsAt: "",
  seed: "50",
}

/** The draft of a market in this browser. */
export const marketDrafts = draftStore<Draft>({
  key: "atoll.market.draft",
  empty: EMPTY,
  read: (text, raw) => ({
    question: text("question"),
    symbol: text("symbol"),
    description: text("description"),
    website: text("website"),
    telegram: text("telegram"),
    socialx: text("socialx"),
    picture: pictureOf(text("picture")),
    options: Array.isArray(raw.options)
      ? raw.options.filter((option): option is string => typeof option === "string")
      : EMPTY.options,
    kind: raw.kind === "private" ? "private" : "public",
    isPrivateEvent: raw.isPrivateEvent === true,
    isOpenEnded: raw.isOpenEnded === true,
    endsAt: text("endsAt"),
    seed: text("seed", EMPTY.seed),
  }),
})

import { createDraftStore, parsePictureDataUrl } from "@/components/content/draft-store"
import { EMPTY_TEXTS } from "@/components/content/project-texts"
import type { MarketDraft } from "./validation"

const EMPTY_DRAFT: MarketDraft = {
  ...EMPTY_TEXTS,
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

/** Name under which the transaction of a draft is found again. */
export const creationTransactionName = (id: string) => `market.${id}`

/** The draft of a market, stored in this browser. */
export const marketDrafts = createDraftStore<MarketDraft>({
  key: "atoll.market.draft",
  empty: EMPTY_DRAFT,
  read: (text, raw) => ({
    question: text("question"),
    symbol: text("symbol"),
    description: text("description"),
    website: text("website"),
    telegram: text("telegram"),
    socialx: text("socialx"),
    picture: parsePictureDataUrl(text("picture")),
    options: Array.isArray(raw.options)
      ? raw.options.filter((option): option is string => typeof option === "string")
      : EMPTY_DRAFT.options,
    kind: raw.kind === "private" ? "private" : "public",
    isPrivateEvent: raw.isPrivateEvent === true,
    isOpenEnded: raw.isOpenEnded === true,
    endsAt: text("endsAt"),
    seed: text("seed", EMPTY_DRAFT.seed),
  }),
})

import {
  draftStore,
  type Kept,
  pictureOf,
  readKept,
  type TextOf,
} from "@/components/content/drafts"
import { NO_TEXTS } from "@/components/content/texts"
import type { Draft } from "./plan"

export const EMPTY: Draft = {
  ...NO_TEXTS,
  symbol: "",
  name: "",
  picture: null,
  multiplier: 75,
  startLiquidity: "1000",
  rewardTarget: "0",
  isFrozen: false,
}

export type KeptDraft = Kept<Draft>

function read(text: TextOf<Draft>, raw: Readonly<Record<string, unknown>>): Draft {
  return {
    symbol: text("symbol"),
    name: text("name"),
    description: text("description"),
    website: text("website"),
    telegram: text("telegram"),
    socialx: text("socialx"),
    picture: pictureOf(text("picture")),
    multiplier: typeof raw.multiplier === "number" ? multiplier(raw.multiplier) : EMPTY.multiplier,
    startLiquidity: text("startLiquidity", EMPTY.startLiquidity),
    rewardTarget: text("rewardTarget", EMPTY.rewardTarget),
    isFrozen: raw.isFrozen === true,
  }
}

export const launchDrafts = draftStore({ key: "atoll.launch.draft", empty: EMPTY, read })

export const readDraft = (value: unknown) => readKept(value, read)

const multiplier = (value: number) =>
  value === 100 ? 100 : Math.min(90, Math.max(1, Math.round(value) || EMPTY.multiplier))

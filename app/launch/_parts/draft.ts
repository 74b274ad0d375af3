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

/** A draft as this browser keeps it until all of it is stored. */
export type KeptDraft = {
  /** Names its transaction, so that it is found again. */
  id: string
  draft: Draft
  /** The token, once it is known to exist. */
  created: string | null
}

export const newDraft = (): KeptDraft => ({ id: crypto.randomUUID(), draft: EMPTY, created: null })

const KEY = "atoll.launch.draft"

/** False where the browser has no room: then it lives as long as the page. */
export function keepDraft(kept: KeptDraft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function dropDraft() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // There was none to drop.
  }
}

export function findDraft(): KeptDraft | null {
  try {
    return readDraft(JSON.parse(localStorage.getItem(KEY) ?? "null"))
  } catch {
    return null
  }
}

/** By hand, because the page needs it at once; whatever is not ours becomes what an empty draft has. */
export function readDraft(value: unknown): KeptDraft | null {
  if (!isRecord(value) || typeof value.id !== "string" || !isRecord(value.draft)) return null
  const { draft } = value
  const text = (field: keyof Draft, fallback = "") => {
    const found = draft[field]
    return typeof found === "string" ? found : fallback
  }
  const picture = text("picture")
  return {
    id: value.id,
    created: typeof value.created === "string" ? value.created : null,
    draft: {
      symbol: text("symbol"),
      name: text("name"),
      description: text("description"),
      website: text("website"),
      telegram: text("telegram"),
      socialx: text("socialx"),
      picture: /^data:image\/(webp|png|jpeg);base64,/.test(picture) ? picture : null,
      multiplier: typeof draft.multiplier === "number" ? multiplier(draft.multiplier) : 75,
      startLiquidity: text("startLiquidity", EMPTY.startLiquidity),
      rewardTarget: text("rewardTarget", EMPTY.rewardTarget),
      isFrozen: draft.isFrozen === true,
    },
  }
}

const multiplier = (value: number) =>
  value === 100 ? 100 : Math.min(90, Math.max(1, Math.round(value) || EMPTY.multiplier))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

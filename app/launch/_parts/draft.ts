import {
  createDraftStore,
  parsePictureDataUrl,
  parseStoredDraft,
  type ReadText,
} from "@/components/content/draft-store"
import { EMPTY_TEXTS } from "@/components/content/project-texts"
import { autoVestKinds, type LaunchDraft, vestUnits } from "./validation"

export const EMPTY_DRAFT: LaunchDraft = {
  ...EMPTY_TEXTS,
  symbol: "",
  name: "",
  picture: null,
  multiplier: 75,
  startLiquidity: "1000",
  rewardTarget: "0",
  isFrozen: false,
  autoVest: "none",
  vestDuration: "30",
  vestUnit: "days",
}

/**
 * The fields whose errors are shown once one of them was left. Passing through an empty field shows no error: the
 * button names what is missing.
 */
export const addTouched = (
  touched: ReadonlySet<string>,
  draft: LaunchDraft,
  field: keyof LaunchDraft,
): ReadonlySet<string> =>
  draft[field] === EMPTY_DRAFT[field] ? touched : new Set([...touched, field])

/** Finds the transaction of a stored draft again. */
export const launchTransactionName = (id: string) => `launch.${id}`

function parseDraft(
  text: ReadText<LaunchDraft>,
  raw: Readonly<Record<string, unknown>>,
): LaunchDraft {
  return {
    symbol: text("symbol"),
    name: text("name"),
    description: text("description"),
    website: text("website"),
    telegram: text("telegram"),
    socialx: text("socialx"),
    picture: parsePictureDataUrl(text("picture")),
    multiplier:
      typeof raw.multiplier === "number" ? clampMultiplier(raw.multiplier) : EMPTY_DRAFT.multiplier,
    startLiquidity: text("startLiquidity", EMPTY_DRAFT.startLiquidity),
    rewardTarget: text("rewardTarget", EMPTY_DRAFT.rewardTarget),
    isFrozen: raw.isFrozen === true,
    // Missing in drafts of earlier versions.
    autoVest: autoVestKinds.find((kind) => kind === raw.autoVest) ?? EMPTY_DRAFT.autoVest,
    vestDuration: text("vestDuration", EMPTY_DRAFT.vestDuration),
    vestUnit: vestUnits.find((unit) => unit === raw.vestUnit) ?? EMPTY_DRAFT.vestUnit,
  }
}

export const launchDrafts = createDraftStore({
  key: "atoll.launch.draft",
  empty: EMPTY_DRAFT,
  read: parseDraft,
})

export const readDraft = (value: unknown) => parseStoredDraft(value, parseDraft)

const clampMultiplier = (value: number) =>
  value === 100 ? 100 : Math.min(90, Math.max(1, Math.round(value) || EMPTY_DRAFT.multiplier))

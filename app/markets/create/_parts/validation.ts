import { type ProjectTexts, validateTexts } from "@/components/content/project-texts"
import { parseAmount } from "@/lib/format"
import { NAME_RULES, OPTION_RULES, SYMBOL_RULES, validateName } from "@/lib/tokens/names/rules"
import { WAD } from "@/lib/units"

/** The values of the form; numbers and times as typed. */
export type MarketDraft = ProjectTexts & {
  question: string
  symbol: string
  /** The cropped picture as a data URL. */
  picture: string | null
  options: readonly string[]
  kind: "public" | "private"
  /** For a private market: only listed wallets can buy. */
  isPrivateEvent: boolean
  isOpenEnded: boolean
  /** Value of a datetime-local input: "2026-11-21T18:00". */
  endsAt: string
  seed: string
}

/** The first error of each field; errors of options by index. */
export type MarketErrors = Partial<Record<keyof MarketDraft, string>> & {
  optionAt?: Readonly<Record<number, string>>
}

/** Limits of the contracts; amounts in whole USDB. */
export const LIMITS = {
  options: [2, 150],
  seedStep: 10,
  leastSeed: { public: 50, private: 10, event: 0 },
} as const

/** Maps texts that look alike to the same skeleton (Unicode TS 39). */
export type ToSkeleton = (text: string) => string

const identity: ToSkeleton = (text) => text

/** The checks of the contract and the service, before the transaction, and look-alike outcomes. */
export function validateMarket(draft: MarketDraft, now: Date, lookOf = identity): MarketErrors {
  return {
    ...toErrors("question", validateQuestion(draft.question.trim())),
    ...toErrors("symbol", validateSymbol(deriveSymbol(draft), draft.question.trim() !== "")),
    ...validateOptions(
      draft.options.map((option) => option.trim()),
      lookOf,
    ),
    ...toErrors("endsAt", draft.isOpenEnded ? null : validateEndTime(draft.endsAt, now)),
    ...toErrors("seed", validateSeed(draft)),
    ...validateTexts(draft),
  }
}

const toErrors = (field: keyof MarketDraft, message: string | null): MarketErrors =>
  message === null ? {} : { [field]: message }

function validateQuestion(question: string) {
  if (question === "") return "Enter a question."
  return validateName(question, NAME_RULES)
}

function validateSymbol(symbol: string, hasQuestion: boolean) {
  // Derived from the question, whose own error is shown.
  if (symbol === "") return hasQuestion ? "Enter a symbol." : null
  return validateName(symbol, SYMBOL_RULES)
}

function validateOptions(options: readonly string[], lookOf: ToSkeleton): MarketErrors {
  const [least, most] = LIMITS.options
  if (options.length < least || options.length > most) {
    return { options: `A market has ${least} to ${most} outcomes.` }
  }
  const looks = options.map(lookOf)
  const optionAt = Object.fromEntries(
    options.flatMap((option, place) => {
      const first = looks.indexOf(looks[place] ?? "")
      const message = validateOption(option, first < place ? (options[first] ?? null) : null)
      return message === null ? [] : [[place, message]]
    }),
  )
  return Object.keys(optionAt).length === 0 ? {} : { optionAt }
}

function validateOption(option: string, alike: string | null) {
  if (option === "") return "Enter a name."
  if (alike === option) return "Another outcome has this name."
  if (alike !== null) return `Looks like the outcome “${alike}”.`
  return validateName(option, OPTION_RULES)
}

function validateEndTime(text: string, now: Date) {
  const end = parseEndTime(text)
  if (end === null) return "Enter a date and time."
  return end <= now ? "Must be in the future." : null
}

function validateSeed(draft: MarketDraft) {
  const seed = parseSeed(draft)
  const least = findMinSeed(draft)
  if (seed === null) return "Enter an amount."
  if (seed < BigInt(least) * WAD) return `Minimum ${least} USDB.`
  return seed % (BigInt(LIMITS.seedStep) * WAD) === 0n ? null : "Must be a multiple of 10 USDB."
}

/** In whole USDB. */
export function findMinSeed({ kind, isPrivateEvent }: MarketDraft): number {
  const { leastSeed: least } = LIMITS
  return kind === "public" ? least.public : isPrivateEvent ? least.event : least.private
}

/** The seed in base units; null when it is not an amount. */
export const parseSeed = ({ seed }: MarketDraft) => parseAmount(seed)

/** Null when the text is not a time. */
export function parseEndTime(text: string): Date | null {
  const end = new Date(text)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(end.getTime()) ? end : null
}

/** The symbol as typed, or the initials of the question. */
export function deriveSymbol({ symbol, question }: MarketDraft): string {
  if (symbol !== "") return symbol
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.map((word) => [...word][0] ?? "").join("")
  return [...initials.toUpperCase()].slice(0, 6).join("")
}

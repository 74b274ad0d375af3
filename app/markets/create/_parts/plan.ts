import { checkTexts, type ProjectTexts } from "@/components/content/texts"
import { parseAmount } from "@/lib/format"

/** What the form holds; numbers and times as typed. */
export type Draft = ProjectTexts & {
  question: string
  symbol: string
  /** The cropped picture as a data URL. */
  picture: string | null
  options: readonly string[]
  kind: "public" | "private"
  /** Of a private market: only admitted wallets may buy. */
  isPrivateEvent: boolean
  isOpenEnded: boolean
  /** As the browser's field gives it: local time, "2026-11-21T18:00". */
  endsAt: string
  seed: string
}

/** The first thing wrong with each field; options are named by their place. */
export type DraftErrors = Partial<Record<keyof Draft, string>> & {
  optionAt?: Readonly<Record<number, string>>
}

/** Limits of the contracts: bytes of UTF-8, whole USDB. */
export const LIMITS = {
  questionBytes: 128,
  symbolBytes: 32,
  optionBytes: 64,
  options: [2, 150],
  seedStep: 10,
  leastSeed: { public: 50, private: 10, event: 0 },
} as const

const UNIT = 10n ** 18n

/** Control, zero-width, bidirectional and other characters that do not show: the contracts refuse them. */
const INVISIBLE =
  /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u

/** What the contract or the service would refuse, said before they are asked. */
export function checkDraft(draft: Draft, now: Date): DraftErrors {
  return {
    ...error("question", questionError(draft.question.trim())),
    ...error("symbol", symbolError(symbolOf(draft), draft.question.trim() !== "")),
    ...optionErrors(draft.options.map((option) => option.trim())),
    ...error("endsAt", draft.isOpenEnded ? null : endError(draft.endsAt, now)),
    ...error("seed", seedError(draft)),
    ...checkTexts(draft),
  }
}

const error = (field: keyof Draft, message: string | null): DraftErrors =>
  message === null ? {} : { [field]: message }

function questionError(question: string) {
  if (question === "") return "Ask a question."
  return labelError(question, LIMITS.questionBytes)
}

function symbolError(symbol: string, hasQuestion: boolean) {
  // It follows from the question, whose absence is said once.
  if (symbol === "") return hasQuestion ? "Enter a symbol." : null
  if (symbol.includes(" ")) return "A symbol has no spaces."
  return labelError(symbol, LIMITS.symbolBytes)
}

function labelError(text: string, most: number) {
  if (INVISIBLE.test(text)) return "It has characters that cannot be seen."
  return bytes(text) > most ? `At most ${most} bytes; letters beyond a–z may take several.` : null
}

function optionErrors(options: readonly string[]): DraftErrors {
  const [least, most] = LIMITS.options
  if (options.length < least || options.length > most) {
    return { options: `A market has ${least} to ${most} outcomes.` }
  }
  const optionAt = Object.fromEntries(
    options.flatMap((option, place) => {
      const message = optionError(option, options.indexOf(option) < place)
      return message === null ? [] : [[place, message]]
    }),
  )
  return Object.keys(optionAt).length === 0 ? {} : { optionAt }
}

function optionError(option: string, isRepeated: boolean) {
  if (option === "") return "Name this outcome."
  if (isRepeated) return "Another outcome has this name."
  return labelError(option, LIMITS.optionBytes)
}

function endError(text: string, now: Date) {
  const end = endOf(text)
  if (end === null) return "Choose a date and a time."
  return end <= now ? "The end must be in the future." : null
}

function seedError(draft: Draft) {
  const seed = seedOf(draft)
  const least = leastSeed(draft)
  if (seed === null) return "An amount of USDB."
  if (seed < BigInt(least) * UNIT) return `At least ${least} USDB.`
  return seed % (BigInt(LIMITS.seedStep) * UNIT) === 0n ? null : "A multiple of 10 USDB."
}

/** The least seed of such a market, in whole USDB. */
export function leastSeed({ kind, isPrivateEvent }: Draft): number {
  const { leastSeed: least } = LIMITS
  return kind === "public" ? least.public : isPrivateEvent ? least.event : least.private
}

/** The seed in base units; null when it is no amount. */
export const seedOf = ({ seed }: Draft) => parseAmount(seed)

/** What was typed, as a moment; null when it is none. */
export function endOf(text: string): Date | null {
  const end = new Date(text)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(end.getTime()) ? end : null
}

/** The symbol as typed, or the initials of the question. */
export function symbolOf({ symbol, question }: Draft): string {
  if (symbol !== "") return symbol
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.map((word) => [...word][0] ?? "").join("")
  return [...initials.toUpperCase()].slice(0, 6).join("")
}

const bytes = (text: string) => new TextEncoder().encode(text).length

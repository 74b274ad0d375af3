import { BaseError } from "viem"
import { type AppErrorCode, appErrors } from "@/lib/errors/app"
import { causes, reasonIn } from "@/lib/errors/revert"
import { type ErrorSource, errorText } from "@/lib/errors/table"
import type { ErrorText } from "@/lib/errors/text"
import { DECLINED } from "@/lib/errors/wallets"
import { ApiFailure } from "./api"

/** What went wrong and what the person at the page can do about it. */
export type Failure = ErrorText & {
  /** The person said no; nothing is broken. */
  isRefusal: boolean
  /** The name by which the cause can be looked up or reported. */
  code: string
}

/** EIP-5792 has its own number for a person's no. */
const REFUSALS: readonly number[] = [DECLINED, 5000]

/** Puts a failure of a wallet, the node, a contract or the service into words. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof KnownFailure) return error.failure
  if (error instanceof ApiFailure) return serviceFailure(error)
  return (
    revertReason(error) ??
    firstCause(error, "library", nameOf) ??
    firstCause(error, "wallet", numberOf) ??
    unknownFailure(error)
  )
}

/** A failure this app finds by itself, already in words. */
class KnownFailure extends Error {
  override name = "KnownFailure"
  constructor(readonly failure: Failure) {
    super(failure.sentence)
  }
}

export function known(code: AppErrorCode) {
  return new KnownFailure(failureOf(code, appErrors[code]))
}

function failureOf(code: string | number, { sentence, remedy }: ErrorText): Failure {
  const isRefusal = typeof code === "number" && REFUSALS.includes(code)
  return { isRefusal, sentence, remedy, code: `${code}` }
}

/** Codes newer than this page keep the service's own sentence. */
function serviceFailure({ code, message }: ApiFailure): Failure {
  const text = errorText("service", code) ?? errorText("app", code)
  return failureOf(code, text ?? { sentence: message, remedy: appErrors.UNKNOWN.remedy })
}

/** The contract's own reason, where the node told it. */
export function revertReason(error: unknown): Failure | null {
  const reason = reasonIn(error)
  return reason && failureOf(reason.name, reason)
}

/** The outermost cause which the table knows by this mark of it. */
function firstCause(
  error: unknown,
  source: ErrorSource,
  mark: (cause: object) => string | number | null,
): Failure | null {
  for (const cause of causes(error)) {
    const code = mark(cause)
    const text = code === null ? null : errorText(source, code)
    if (code !== null && text) return failureOf(code, text)
  }
  return null
}

const nameOf = (cause: object) =>
  "name" in cause && typeof cause.name === "string" ? cause.name : null
const numberOf = (cause: object) =>
  "code" in cause && typeof cause.code === "number" ? cause.code : null

function unknownFailure(error: unknown): Failure {
  const { remedy, sentence } = appErrors.UNKNOWN
  const message =
    error instanceof BaseError
      ? error.shortMessage
      : error instanceof Error
        ? error.message
        : sentence
  return failureOf("UNKNOWN", { sentence: message, remedy })
}

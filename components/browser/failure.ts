import { BaseError } from "viem"
import { ApiClientError } from "@/lib/api/client"
import { type AppErrorCode, appErrors } from "@/lib/errors/app"
import { causeChain, findRevertReason } from "@/lib/errors/revert-reason"
import { type ErrorSource, errorText } from "@/lib/errors/table"
import type { ErrorText } from "@/lib/errors/text"
import { USER_REJECTED } from "@/lib/errors/wallets"

/** An error for the user, with its remedy. */
export type Failure = ErrorText & {
  /** The user declined the request in the wallet. */
  isUserRejection: boolean
  /** Identifies the cause in reports. */
  code: string
  /** Until when the same request is refused, in Unix milliseconds. */
  retryAt?: number
}

/** EIP-1193, EIP-5792. */
const REJECTION_CODES: readonly number[] = [USER_REJECTED, 5000]

/** Explains an error of a wallet, the node, a contract or the API. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof AppError) return error.failure
  if (error instanceof ApiClientError) return describeApiError(error)
  return (
    describeRevert(error) ??
    describeFirstCause(error, "library", readErrorName) ??
    describeFirstCause(error, "wallet", readErrorCode) ??
    describeUnknownError(error)
  )
}

/** An error this app detects itself. */
class AppError extends Error {
  override name = "AppError"
  constructor(readonly failure: Failure) {
    super(failure.sentence)
  }
}

export function appError(code: AppErrorCode) {
  return new AppError(createFailure(code, appErrors[code]))
}

/** The refusal that a quote reports. */
export const refusal = ({ code, message, remedy }: Record<"code" | "message" | "remedy", string>) =>
  new AppError(createFailure(code, { sentence: message, remedy }))

function createFailure(code: string | number, { sentence, remedy }: ErrorText): Failure {
  const isUserRejection = typeof code === "number" && REJECTION_CODES.includes(code)
  return { isUserRejection, sentence, remedy, code: `${code}` }
}

/** Codes whose own message says more than a table can: an admin's reason, the service's address. */
const TELLING_CODES = new Set(["WALLET_BLOCKED", "CSRF_REJECTED"])

/** A code this version does not know keeps the API's message. */
function describeApiError({ code, message, retryAt }: ApiClientError): Failure {
  const text = errorText("service", code) ?? errorText("app", code)
  const { remedy } = text ?? appErrors.UNKNOWN
  const isTelling = !text || TELLING_CODES.has(code)
  const failure = createFailure(code, isTelling ? { sentence: message, remedy } : text)
  return retryAt === null ? failure : { ...failure, retryAt }
}

/** Null unless the node returned a contract's reason. */
export function describeRevert(error: unknown): Failure | null {
  const reason = findRevertReason(error)
  return reason && createFailure(reason.name, reason)
}

/** The outermost cause whose code is in the table. */
function describeFirstCause(
  error: unknown,
  source: ErrorSource,
  readCode: (cause: object) => string | number | null,
): Failure | null {
  for (const cause of causeChain(error)) {
    const code = readCode(cause)
    const text = code === null ? null : errorText(source, code)
    if (code !== null && text) return createFailure(code, text)
  }
  return null
}

const readErrorName = (cause: object) =>
  "name" in cause && typeof cause.name === "string" ? cause.name : null
const readErrorCode = (cause: object) =>
  "code" in cause && typeof cause.code === "number" ? cause.code : null

function describeUnknownError(error: unknown): Failure {
  const { remedy, sentence } = appErrors.UNKNOWN
  const message =
    error instanceof BaseError
      ? error.shortMessage
      : error instanceof Error
        ? error.message
        : sentence
  return createFailure("UNKNOWN", { sentence: message, remedy })
}

import { clientRemedies } from "../generated/client-remedies"

/** A part of a request that is wrong, with more fields where the service says more. */
export type Detail = { path: string; message: string } & Record<string, unknown>

type Fields = {
  code: string
  /** 0 where no answer came, or the SDK itself refuses. */
  status?: number
  requestId?: string | null
  details?: readonly Detail[]
  remedy?: string | null
  /** Seconds. */
  retryAfter?: number | null
  cause?: unknown
}

/** Base of everything that the SDK throws. `code` is stable, the message is for people. */
export class AtollError extends Error {
  // Written out, since bundlers shorten the names of classes.
  override readonly name: string = "AtollError"
  readonly code: string
  readonly status: number
  readonly requestId: string | null
  readonly details: readonly Detail[]
  readonly remedy: string | null
  /** Seconds after which the service may be asked again; null where it does not say. */
  readonly retryAfter: number | null

  constructor(message: string, { code, status = 0, cause, ...rest }: Fields) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.requestId = rest.requestId ?? null
    this.details = rest.details ?? []
    this.remedy = rest.remedy ?? null
    this.retryAfter = rest.retryAfter ?? null
  }
}

/** 400, 413, 415 and 422: the request cannot be carried out in this form. */
export class InvalidRequestError extends AtollError {
  override readonly name = "InvalidRequestError"
}
/** 401: no valid key or session. */
export class UnauthenticatedError extends AtollError {
  override readonly name = "UnauthenticatedError"
}
/** 403 */
export class ForbiddenError extends AtollError {
  override readonly name = "ForbiddenError"
}
/** 404 */
export class NotFoundError extends AtollError {
  override readonly name = "NotFoundError"
}
/** 409 */
export class ConflictError extends AtollError {
  override readonly name = "ConflictError"
}
/** 410: the stream no longer has what followed the cursor. */
export class CursorExpiredError extends AtollError {
  override readonly name = "CursorExpiredError"

  /** The oldest cursor from which one can go on. */
  get oldest(): string | null {
    const oldest = this.details[0]?.oldest
    return typeof oldest === "string" ? oldest : null
  }
}
/** 429: wait `retryAfter` seconds. */
export class RateLimitedError extends AtollError {
  override readonly name = "RateLimitedError"
}
/** 422 TRANSACTION_REFUSED: the node does not take a transaction. */
export class TransactionRefusedError extends AtollError {
  override readonly name = "TransactionRefusedError"
}
/** 403 NOT_OUR_CONTRACT */
export class NotOurContractError extends AtollError {
  override readonly name = "NotOurContractError"
}
/** 5xx */
export class ServiceError extends AtollError {
  override readonly name = "ServiceError"
}
/** No answer. */
export class NetworkError extends AtollError {
  override readonly name = "NetworkError"
}
/** Signed transactions may have been sent; the service's answer is lost, and their state is unknown. */
export class MaybeSentError extends AtollError {
  override readonly name = "MaybeSentError"
  /** The transactions given to the service. They may be sent again: the service sends none twice. */
  readonly signed: readonly string[]

  constructor(message: string, { signed, ...fields }: Fields & { signed: readonly string[] }) {
    super(message, fields)
    this.signed = signed
  }
}
/** The action is not possible now; the code is that of the first blocker. Nothing was signed. */
export class ActionBlockedError extends AtollError {
  override readonly name = "ActionBlockedError"
}
/** A transaction was mined and reverted; the code is the contract's. */
export class TransactionRevertedError extends AtollError {
  override readonly name = "TransactionRevertedError"
}
/** The transactions that the service asks to sign do not match the action. Nothing was signed. */
export class UnexpectedTransactionError extends AtollError {
  override readonly name = "UnexpectedTransactionError"
}
/** The signer's own limits forbid the action. Nothing was signed. */
export class LimitError extends AtollError {
  override readonly name = "LimitError"
}

type ErrorClass = new (message: string, fields: Fields) => AtollError

const byCode: Readonly<Record<string, ErrorClass>> = {
  TRANSACTION_REFUSED: TransactionRefusedError,
  NOT_OUR_CONTRACT: NotOurContractError,
}

const byStatus: Readonly<Record<number, ErrorClass>> = {
  400: InvalidRequestError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: CursorExpiredError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitedError,
}

/** The error of an answer that is not successful; `body` is its JSON, or undefined where it has none. */
export function toAtollError(response: Response, body: unknown): AtollError {
  const { status, headers } = response
  const fields = isRecord(body) ? body : {}
  const code = typeof fields.code === "string" ? fields.code : defaultCode(status)
  const message = typeof fields.error === "string" ? fields.error : `The service answered ${status}`
  const Class = byCode[code] ?? byStatus[status] ?? (status >= 500 ? ServiceError : AtollError)
  return new Class(message, {
    ...{ code, status },
    requestId: headers.get("x-request-id"),
    details: Array.isArray(fields.details) ? fields.details : [],
    remedy: sdkRemedy(code) ?? (typeof fields.remedy === "string" ? fields.remedy : null),
    retryAfter: readRetryAfter(headers),
  })
}

/** The remedy for users of the SDK, where it differs from the general one. */
const sdkRemedy = (code: string) => clientRemedies[code]?.sdk ?? null

const defaultCode = (status: number) =>
  status === 502 || status === 503 || status === 504 ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR"

/** Seconds; null where the header is missing or a date. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const networkError = (url: string, cause: unknown) =>
  new NetworkError(`${new URL(url).origin} cannot be reached`, {
    ...{ code: "OFFLINE", remedy: sdkRemedy("OFFLINE"), cause },
  })

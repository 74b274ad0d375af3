/** HTTP status of every error code. Codes are stable; messages are not. */
export const errorStatus = {
  INVALID_JSON: 400,
  VALIDATION_FAILED: 400,
  INVALID_CURSOR: 400,
  INVALID_TX_HASH: 400,
  CONTENT_TOO_LONG: 400,
  NO_FIELDS: 400,
  FILE_REQUIRED: 400,
  FILE_TYPE_NOT_ALLOWED: 400,
  FILE_TOO_LARGE: 400,
  FILE_UNREADABLE: 400,
  /** 403 where an image is uploaded: `new ApiError("NOT_ECOSYSTEM_TOKEN", message, { status: 403 })`. */
  NOT_ECOSYSTEM_TOKEN: 400,
  KEY_LIMIT_REACHED: 400,
  NO_ACTIVE_CHALLENGE: 400,
  REPLY_TOO_DEEP: 400,
  OWN_CONTENT: 400,
  INVALID_REFERRER: 400,
  OFF_TOPIC: 400,
  INVALID_TRANSACTION: 400,
  WRONG_CHAIN: 400,
  UNAUTHENTICATED: 401,
  SESSION_REQUIRED: 401,
  API_KEY_REQUIRED: 401,
  INVALID_API_KEY: 401,
  CSRF_REJECTED: 403,
  WALLET_NOT_IN_SESSION: 403,
  NOT_CREATOR: 403,
  NOT_AUTHOR: 403,
  NOT_ADMIN: 403,
  COMMENT_NOT_ELIGIBLE: 403,
  REEF_BANNED: 403,
  REEF_MUTED: 403,
  SECTION_CLOSED: 403,
  SECTION_FORBIDDEN: 403,
  TIER_TOO_LOW: 403,
  SOCIAL_NOT_LINKED: 403,
  SOCIAL_AUTHOR_MISMATCH: 403,
  MOLTBOOK_NOT_LINKED: 403,
  WALLET_BLOCKED: 403,
  AGENT_NOT_OWNED: 403,
  FAUCET_NOT_ELIGIBLE: 403,
  NOT_OUR_CONTRACT: 403,
  NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  MARKET_NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  COMMENT_NOT_FOUND: 404,
  PARENT_NOT_FOUND: 404,
  POST_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  REPORT_NOT_FOUND: 404,
  SOCIAL_NOT_FOUND: 404,
  ASSET_NOT_DEPLOYED: 404,
  ROUND_NOT_FOUND: 404,
  LOAN_NOT_FOUND: 404,
  SCHEDULE_NOT_FOUND: 404,
  MOLTBOOK_POST_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  METADATA_EXISTS: 409,
  WALLET_ALREADY_LINKED: 409,
  ACCOUNT_ALREADY_LINKED: 409,
  USERNAME_TAKEN: 409,
  SOCIAL_MANAGED: 409,
  DUPLICATE_CONTENT: 409,
  ALREADY_REPORTED: 409,
  ALREADY_SUBMITTED: 409,
  COPIED_CONTENT: 409,
  AGENT_ID_TAKEN: 409,
  CLAIM_IN_PROGRESS: 409,
  CURSOR_EXPIRED: 410,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MESSAGE_INVALID: 422,
  MESSAGE_DOMAIN_MISMATCH: 422,
  MESSAGE_CHAIN_MISMATCH: 422,
  MESSAGE_EXPIRED: 422,
  INVALID_NONCE: 422,
  INVALID_SIGNATURE: 422,
  TX_NOT_FOUND: 422,
  TX_FAILED: 422,
  TRANSACTION_REFUSED: 422,
  SYNC_FAILED: 422,
  NO_ORDER_EVENTS: 422,
  SOCIAL_POST_UNVERIFIABLE: 422,
  CODE_NOT_FOUND: 422,
  TAG_MISSING: 422,
  MOLTBOOK_AUTHOR_MISMATCH: 422,
  MOLTBOOK_POST_UNVERIFIABLE: 422,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  COOLDOWN_ACTIVE: 429,
  TOO_MANY_WAITING: 429,
  INTERNAL_ERROR: 500,
  CHAIN_UNAVAILABLE: 503,
  MAYBE_SENT: 503,
  UPSTREAM_UNAVAILABLE: 503,
  NOT_CONFIGURED: 503,
  FAUCET_EMPTY: 503,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text)

export const errorCodes = Object.keys(errorStatus).filter(isErrorCode)

/** `path`: JSON field, query parameter, path parameter or header. */
export type Detail = { path: string; message: string } & Record<string, unknown>

/** Seconds after which to ask again, where nothing says more of a failure of the service. */
export const RETRY_SECONDS = 5

/** An operator has to do something first. */
const LASTING = { codes: new Set<ErrorCode>(["NOT_CONFIGURED", "FAUCET_EMPTY"]), seconds: 60 }

const pauseOf = (code: ErrorCode) => (LASTING.codes.has(code) ? LASTING.seconds : RETRY_SECONDS)

type Extra = {
  details?: readonly Detail[]
  /** Seconds for Retry-After, which each status from 500 on has. */
  retryAfter?: number
  /** Overrides `errorStatus`. */
  status?: number
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** An error whose code and message are sent to the client. Anything else thrown becomes a bare 500. */
export class ApiError extends Error {
  override name = "ApiError"
  readonly status: number
  readonly details: readonly Detail[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    readonly code: ErrorCode,
    message: string,
    {
      details,
      status = errorStatus[code],
      retryAfter = status >= 500 ? pauseOf(code) : undefined,
      headers = {},
      cause,
    }: Extra = {},
  ) {
    super(message, { cause })
    this.status = status
    this.details = details
    this.headers =
      retryAfter === undefined
        ? headers
        : { ...headers, "Retry-After": `${Math.max(1, Math.ceil(retryAfter))}` }
  }
}

/** 400 VALIDATION_FAILED for one field. */
export function invalid(path: string, message: string) {
  return new ApiError("VALIDATION_FAILED", path ? `${path}: ${message}` : message, {
    details: [{ path, message }],
  })
}

type NotFoundCode = Extract<ErrorCode, `${string}_NOT_FOUND`> | "NOT_FOUND"

/** `notFound("TOKEN_NOT_FOUND")` says "Token not found". */
export function notFound(code: Exclude<NotFoundCode, "TX_NOT_FOUND" | "CODE_NOT_FOUND">) {
  const what = code.replace(/_?NOT_FOUND$/, "").replaceAll("_", " ") || "PATH"
  return new ApiError(code, `${what.charAt(0)}${what.slice(1).toLowerCase()} not found`)
}

export const chainUnavailable = (cause?: unknown) =>
  new ApiError("CHAIN_UNAVAILABLE", "The chain cannot be reached at the moment", { cause })

export const notConfigured = (feature: string) =>
  new ApiError("NOT_CONFIGURED", `${feature} is not configured on this server`)

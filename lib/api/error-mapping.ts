import { ApiError } from "./errors"

/** Error codes of PostgreSQL, its driver and Prisma while the database is unavailable. */
const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "57014", // query_canceled: the statement took longer than a request may
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
])

const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after|Client has encountered a connection error|Client was closed)/

/** Converts anything thrown to an ApiError. Logs what is not one already, once, with the request id. */
export function toApiError(error: unknown, requestId: string, operation: string): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    console.error(
      `${requestId} ${operation}: the database is unavailable: ${(error as Error).message}`,
    )
    return new ApiError("SERVICE_UNAVAILABLE", "The service is unavailable at the moment", {
      retryAfter: 5,
    })
  }
  console.error(`${requestId} ${operation} failed:`, error)
  return new ApiError("INTERNAL_ERROR", "Internal server error")
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  if (typeof code === "string" && UNAVAILABLE_CODES.has(code)) return true
  if (UNAVAILABLE_MESSAGE.test(error.message)) return true
  // Prisma wraps the error of its driver adapter.
  return error.name.startsWith("Prisma") || error.name === "DriverAdapterError"
    ? isDatabaseUnavailable(cause) || isUnavailableAdapterCause(cause)
    : false
}

/** The adapter reports a driver error as a plain object. */
function isUnavailableAdapterCause(cause: unknown) {
  const { kind, originalCode } = (cause ?? {}) as { kind?: unknown; originalCode?: unknown }
  if (kind === "DatabaseNotReachable" || kind === "ConnectionClosed") return true
  return (
    kind === "SocketTimeout" ||
    (typeof originalCode === "string" && UNAVAILABLE_CODES.has(originalCode))
  )
}

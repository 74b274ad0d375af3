import { isDatabaseUnavailable } from "@/lib/db/errors"
import { ApiError } from "@/lib/http/errors"

/** Converts any thrown value to an ApiError. Logs unexpected errors once, with the request id. */
export function toApiError(error: unknown, requestId: string, operation: string): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    const reason = error instanceof Error ? error.message.trim() : error
    console.error(`${requestId} ${operation}: the database is unavailable: ${reason}`)
    return new ApiError("SERVICE_UNAVAILABLE", "The service is unavailable at the moment", {
      retryAfter: 5,
    })
  }
  console.error(`${requestId} ${operation} failed:`, error)
  return new ApiError("INTERNAL_ERROR", "Internal server error")
}

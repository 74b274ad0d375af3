import { isDatabaseUnavailable } from "@/lib/db/errors"
import { ApiError } from "@/lib/http/errors"
import { log } from "@/lib/telemetry/logger"

/** Converts any thrown value to an ApiError. Logs, once, errors that nobody expects and refusals that blame the service. */
export function toApiError(error: unknown, requestId: string, operation: string): ApiError {
  if (error instanceof ApiError) {
    if (error.status >= 500) {
      log.warn({ requestId, code: error.code }, `${operation} refused: ${error.message}`)
    }
    return error
  }
  if (isDatabaseUnavailable(error)) {
    const reason = error instanceof Error ? error.message.trim() : error
    log.error({ requestId }, `${operation}: the database is unavailable: ${reason}`)
    return new ApiError("SERVICE_UNAVAILABLE", "The service is unavailable at the moment")
  }
  log.error({ requestId, err: error }, `${operation} failed`)
  return new ApiError("INTERNAL_ERROR", "Internal server error")
}

import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  HttpRequestError,
  RpcError,
  RpcRequestError,
  TimeoutError,
} from "viem"
import { isDatabaseUnavailable } from "@/lib/db/errors"
import { ApiError, chainUnavailable } from "@/lib/http/errors"
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
  if (isNodeFailure(error)) {
    log.error({ requestId }, `${operation}: the node failed: ${error.shortMessage}`)
    return chainUnavailable(error)
  }
  log.error({ requestId, err: error }, `${operation} failed`)
  return new ApiError("INTERNAL_ERROR", "Internal server error")
}

const NODE_FAILURES = [
  HttpRequestError,
  TimeoutError,
  RpcRequestError,
  RpcError,
  // Our contracts answer: the node is on another chain, or has none of its state.
  ContractFunctionZeroDataError,
]

const REVERTS = [ContractFunctionRevertedError, ExecutionRevertedError]

/** Whether the node failed, rather than a contract that refuses. */
function isNodeFailure(error: unknown): error is BaseError {
  if (!(error instanceof BaseError)) return false
  const has = (kinds: typeof REVERTS | typeof NODE_FAILURES) =>
    error.walk((cause) => kinds.some((kind) => cause instanceof kind)) !== null
  return has(NODE_FAILURES) && !has(REVERTS)
}

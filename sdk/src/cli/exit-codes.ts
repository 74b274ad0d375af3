import { CommanderError } from "commander"
import {
  ActionBlockedError,
  AtollError,
  LimitError,
  MaybeSentError,
  NetworkError,
  TransactionRevertedError,
  UnauthenticatedError,
  UnexpectedTransactionError,
} from "../client/errors"

/** Exit codes for programs. */
export const EXIT = {
  done: 0,
  failure: 1,
  usage: 2,
  notSignedIn: 3,
  refused: 4,
  limits: 5,
  reverted: 6,
  network: 7,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Wrong arguments that commander does not know of. */
export class UsageError extends AtollError {
  override readonly name = "UsageError"

  constructor(message: string, remedy = "See `atoll help`.") {
    super(message, { code: "USAGE", remedy })
  }
}

const NO_ACCOUNT = "NO_ACCOUNT"

export function toExitCode(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof UsageError) return EXIT.usage
  if (error instanceof UnauthenticatedError) return EXIT.notSignedIn
  if (error instanceof LimitError) return EXIT.limits
  if (error instanceof TransactionRevertedError) return EXIT.reverted
  if (error instanceof NetworkError || error instanceof MaybeSentError) return EXIT.network
  if (error instanceof UnexpectedTransactionError || !(error instanceof AtollError)) {
    return EXIT.failure
  }
  if (error.code === NO_ACCOUNT) return EXIT.notSignedIn
  // No answer of the service: a keystore that does not open, a service that names another site.
  if (error.status === 0 && !(error instanceof ActionBlockedError)) return EXIT.failure
  // A proxy, or the service itself, says that it is away.
  if (error.status >= 502) return EXIT.network
  return error.status >= 500 ? EXIT.failure : EXIT.refused
}

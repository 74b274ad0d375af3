/** Messages of the driver, which have no code. */
export const READ_TIMEOUT = "Query read timeout"
export const CONNECT_TIMEOUT = "timeout exceeded when trying to connect"

/** No connection came about, or became free, in time. */
const UNCONNECTED = new RegExp(`^(${CONNECT_TIMEOUT}|Connection terminated due to|timeout expired)`)

const UNAVAILABLE_MESSAGE = new RegExp(
  `^(${READ_TIMEOUT}|Connection terminated|Cannot use a pool after|Client has encountered a connection error|Client was closed)`,
)

/** Error codes of PostgreSQL, its driver and Prisma while the database is unavailable. */
const UNAVAILABLE_CODES = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "25P03", // idle_in_transaction_session_timeout: the process had stalled
  "25006", // read_only_sql_transaction: after a failover, the former primary
  "26000", // invalid_sql_statement_name: a pooler has changed the session, as with the next one
  "42P05", // duplicate_prepared_statement
  "53100", // disk_full
  "53200", // out_of_memory
  "53300", // too_many_connections
  "57014", // query_canceled: the statement took longer than a request may
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "58030", // io_error
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028", // a transaction could not begin, or took too long
  "P2037", // too many connections
])

/** Connection exceptions, also those of poolers such as PgBouncer. */
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/

/** Names that Prisma's adapter gives to errors without a PostgreSQL code. */
const UNAVAILABLE_KINDS = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout"])

/** A pooler's sessions lack what requests rely on: none is served before that is set. */
export class SettingsError extends Error {
  override name = "SettingsError"
}

/** Any reason for which the database gives no answer now, and may give one later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // By its name, as pages, the server and the instrumentation are bundled apart.
  if (error.name === "SettingsError") return true
  if (isUnconnected(error) || UNAVAILABLE_MESSAGE.test(error.message)) return true
  const { code = "", kind = "" } = describeDatabaseError(error)
  return (
    UNAVAILABLE_CODES.has(code) || CONNECTION_EXCEPTION.test(code) || UNAVAILABLE_KINDS.has(kind)
  )
}

export const isUnconnected = (error: unknown) =>
  error instanceof Error && UNCONNECTED.test(error.message)

/** Another transaction holds the lock for longer than this one waits. */
export const isLockTimeout = (error: unknown) => describeDatabaseError(error).code === "55P03"

/** Another process does the work now, or may. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError"
}

/** Also the error of `assert_lease`, and one that another error wraps. */
export const isLeaseLost = (error: unknown): boolean =>
  error instanceof LeaseLostError ||
  describeDatabaseError(error).code === "LS001" ||
  (error instanceof Error && error.cause !== undefined && isLeaseLost(error.cause))

/** Every connection is in use, or another transaction holds the lock. */
export const isDatabaseBusy = (error: unknown) => isUnconnected(error) || isLockTimeout(error)

/** The server takes no writes, as a former primary after a failover. */
export const isReadOnly = (error: unknown) => describeDatabaseError(error).code === "25006"

/** A prepared statement is missing or twice there: a pooler has changed the session. */
export const isStatementLost = (error: unknown) =>
  ["26000", "42P05"].includes(describeDatabaseError(error).code ?? "")

/** A row has a value already that only one may have. */
export const isUniqueViolation = (error: unknown) =>
  ["23505", "P2002"].includes(describeDatabaseError(error).code ?? "")

/** The code of PostgreSQL or of its driver, whether Prisma has wrapped the error or not; else Prisma's own code. */
function describeDatabaseError(error: unknown): { code?: string; kind?: string } {
  if (!(error instanceof Error)) return {}
  // By their names, as pages and the server have Prisma in bundles of their own.
  if (error.name === "PrismaClientInitializationError") {
    const code = "errorCode" in error ? error.errorCode : undefined
    return { code: typeof code === "string" ? code : "P1001" }
  }
  if (error.name === "DriverAdapterError") return describeAdapterError(error)
  const meta = "meta" in error && typeof error.meta === "object" ? error.meta : null
  return {
    ...("code" in error && typeof error.code === "string" && { code: error.code }),
    ...(meta && "driverAdapterError" in meta && describeAdapterError(meta.driverAdapterError)),
  }
}

/** The adapter reports the driver's error as a plain object in its cause. */
function describeAdapterError(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause !== "object" || cause === null) return {}
  return {
    ...("originalCode" in cause &&
      typeof cause.originalCode === "string" && { code: cause.originalCode }),
    ...("kind" in cause && typeof cause.kind === "string" && { kind: cause.kind }),
  }
}

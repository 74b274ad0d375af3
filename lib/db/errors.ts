import { Prisma } from "@/lib/generated/prisma/client"

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
  "P2028", // a transaction could not begin, or took too long
])

/** Names that Prisma's adapter gives to errors without a PostgreSQL code. */
const UNAVAILABLE_KINDS = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout"])

const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after|Client has encountered a connection error|Client was closed)/

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE_MESSAGE.test(error.message)) return true
  const { code, kind } = describeDatabaseError(error)
  return UNAVAILABLE_CODES.has(code ?? "") || UNAVAILABLE_KINDS.has(kind ?? "")
}

/** A row has a value already that only one may have. */
export const isUniqueViolation = (error: unknown) => describeDatabaseError(error).code === "23505"

/** The code of PostgreSQL or of its driver, whether Prisma has wrapped the error or not; else Prisma's own code. */
function describeDatabaseError(error: unknown): { code?: string; kind?: string } {
  if (!(error instanceof Error)) return {}
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const { driverAdapterError } = error.meta ?? {}
    return { code: error.code, ...describeAdapterError(driverAdapterError) }
  }
  if (error instanceof Prisma.PrismaClientInitializationError) {
    return { code: error.errorCode ?? "P1001" }
  }
  if (error.name === "DriverAdapterError") return describeAdapterError(error)
  return "code" in error && typeof error.code === "string" ? { code: error.code } : {}
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

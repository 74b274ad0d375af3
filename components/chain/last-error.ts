type QueryState = { status: string; error: Error | null; errorUpdatedAt: number }

/**
 * The last error of a query until it has data. React Query clears the error of a query without data as soon as it is
 * fetched again, so a message would flicker with each attempt. `last` is the value returned before.
 */
export function keepLastError({ status, error, errorUpdatedAt }: QueryState, last: Error | null) {
  return error ?? (status === "pending" && errorUpdatedAt > 0 ? last : null)
}

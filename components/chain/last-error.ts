type QueryState = { status: string; error: Error | null; errorUpdatedAt: number }

/**
 * Why a question is unanswered: the last failure, until there is an answer. A query without an answer forgets its
 * failure as soon as it is asked again, and what shows it would go and come with each try. `last` is what was returned
 * before.
 */
export function keepLastError({ status, error, errorUpdatedAt }: QueryState, last: Error | null) {
  return error ?? (status === "pending" && errorUpdatedAt > 0 ? last : null)
}

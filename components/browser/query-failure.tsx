import { describeFailure } from "./failure"
import { FailureNotice } from "./failure-notice"
import { RetryButton } from "./retry-button"

type Props = { query: { error: unknown; isError: boolean; refetch: () => unknown } }

/** Why a query failed, with a button to run it again; nothing while it has not failed. */
export function QueryFailure({ query: { error, isError, refetch } }: Props) {
  if (!isError) return null
  const failure = describeFailure(error)
  return (
    <FailureNotice
      action={
        <RetryButton failure={failure} onClick={() => refetch()} variant="secondary">
          Try again
        </RetryButton>
      }
      failure={failure}
    />
  )
}

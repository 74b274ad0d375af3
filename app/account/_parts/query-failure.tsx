import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"

type Props = { query: { error: unknown; isError: boolean; refetch: () => unknown } }

/** Why a query failed, with a button to run it again; nothing while it has not failed. */
export function QueryFailure({ query: { error, isError, refetch } }: Props) {
  if (!isError) return null
  return (
    <FailureNotice
      action={
        <Button variant="secondary" onClick={() => refetch()}>
          Try again
        </Button>
      }
      failure={describeFailure(error)}
    />
  )
}

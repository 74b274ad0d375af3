import { Button } from "@/components/ui/button"
import { describeFailure } from "./failure"
import { FailureNotice } from "./failure-notice"

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

import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { Countdown } from "@/components/ui/countdown"
import type { Availability } from "./action-plan"
import type { Explanation } from "./explain"

type ActionRowProps = {
  text: Pick<Explanation, "title" | "lead" | "verb">
  availability: Availability
  onPress?: () => void
  isPending?: boolean
  children?: ReactNode
}

/** An action, or the reason why it is not available and the time until it is. */
export function ActionRow({ text, availability, onPress, isPending, children }: ActionRowProps) {
  const { title, lead, verb } = text
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h4 className="font-medium wrap-anywhere">{title}</h4>
          <p className="text-sm text-muted">{lead}</p>
          {!availability.isAvailable && (
            <p className="text-sm">
              {availability.reason}
              {availability.availableAt && (
                <>
                  {" "}
                  Available in <Countdown label="Available in" to={availability.availableAt} />.
                </>
              )}
            </p>
          )}
        </div>
        <Button
          aria-label={`${verb}: ${title}`}
          disabled={!availability.isAvailable || !onPress}
          variant="secondary"
          onClick={onPress}
          {...(isPending !== undefined && { pending: isPending })}
        >
          {verb}
        </Button>
      </div>
      {children}
    </li>
  )
}

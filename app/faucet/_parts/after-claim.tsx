import { ButtonLink } from "@/components/ui/button"

/** Links to uses of the USDB. */
export const AfterClaim = () => (
  <div className="grid gap-2 sm:grid-cols-2">
    <ButtonLink href="/markets">Trade a market</ButtonLink>
    <ButtonLink href="/launchpad" variant="secondary">
      Trade a token
    </ButtonLink>
  </div>
)

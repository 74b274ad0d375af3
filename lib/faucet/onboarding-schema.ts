import { z } from "zod"
import { address } from "@/lib/http/wire"

export const onboardingQuery = z.object({ wallet: address })

/** Completed onboarding steps of a wallet. */
export const onboardingProgress = z.object({ hasUsdb: z.boolean(), hasTraded: z.boolean() })

export type OnboardingProgress = z.output<typeof onboardingProgress>

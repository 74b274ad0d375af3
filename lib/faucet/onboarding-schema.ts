import { z } from "zod"
import { address } from "@/lib/api/wire"

export const onboardingQuery = z.object({ wallet: address })

/** What a wallet has already done of the first steps. */
export const onboardingProgress = z.object({ hasUsdb: z.boolean(), hasTraded: z.boolean() })

export type OnboardingProgress = z.output<typeof onboardingProgress>

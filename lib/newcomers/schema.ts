import { z } from "zod"
import { address } from "@/lib/api/wire"

export const progressQuery = z.object({ wallet: address })

/** What a wallet has already done of the first steps. */
export const progress = z.object({ hasUsdb: z.boolean(), hasTraded: z.boolean() })

export type Progress = z.output<typeof progress>

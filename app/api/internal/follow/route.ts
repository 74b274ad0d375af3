import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { requireScheduler } from "@/lib/auth/cron-secret"
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { findIndexStatus } from "@/lib/events/index-status"
import { settlePayouts } from "@/lib/faucet/settler"
import { notConfigured } from "@/lib/http/errors"
import { followFor } from "@/lib/indexer/cron-step"

export const maxDuration = 60

/** Leaves the host's scheduler time for the answer. */
const STEP_BUDGET_MS = 45_000

/** For hosting without long-running processes; called by a scheduler. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "One step of the follower",
    tag: "Service",
    auth: "none",
    limit: "none",
    cache: "no-store",
    errors: ["NOT_FOUND", "NOT_CONFIGURED"],
    response: z.object({
      result: z.enum(["busy", "caught up", "unfinished"]),
      indexedBlock: z.int().optional(),
      headBlock: z.int().optional(),
    }),
    handler: async ({ request }) => {
      requireScheduler(request.headers)
      const { RPC_URL, INDEX_FOLLOWER } = env()
      if (!RPC_URL || !INDEX_FOLLOWER) throw notConfigured("The follower")
      const result = await followFor(STEP_BUDGET_MS, { book: getDeployment(), rpcUrl: RPC_URL })
      const status = await findIndexStatus()
      // Tried again by the next step.
      await settlePayouts().catch(() => {})
      return { result, indexedBlock: status?.indexedBlock, headBlock: status?.headBlock }
    },
  }),
})

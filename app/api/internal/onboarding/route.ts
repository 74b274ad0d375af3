import { resource, route } from "@/lib/api/route"
import { findOnboardingProgress } from "@/lib/faucet/onboarding-queries"
import { onboardingProgress, onboardingQuery } from "@/lib/faucet/onboarding-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "How far a wallet is in its first steps",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: onboardingQuery,
    response: onboardingProgress,
    handler: ({ query }) => findOnboardingProgress(query.wallet),
  }),
})

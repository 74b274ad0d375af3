import { z } from "zod"
import { RawBody } from "@/lib/api/response"
import { resource, route } from "@/lib/api/route"
import { getDeployment } from "@/lib/chain/deployment"
import { env } from "@/lib/env"
import { writeLlmsText } from "@/lib/guides/llms-text"

const TYPE = "text/markdown; charset=utf-8"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route({
    summary: "What programs need to know of this service, in Markdown (llmstxt.org)",
    tag: "Service",
    auth: "none",
    limit: "page",
    cache: 300,
    response: z.unknown(),
    type: TYPE,
    errors: ["NOT_CONFIGURED"],
    handler: () => {
      const { chainId, mainToken } = getDeployment()
      return new RawBody(writeLlmsText({ origin: env().BASE_URL, chainId, tide: mainToken }), TYPE)
    },
  }),
})

import { resource, route } from "@/lib/api/route"
import { findVerdictContext } from "@/lib/bugs/queries"
import { bugReportParams, parseReportId, verdictContext } from "@/lib/bugs/schema"
import { notFound } from "@/lib/http/errors"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get reports like this one, and whether its wallet is blocked",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    params: bugReportParams,
    response: verdictContext,
    errors: ["REPORT_NOT_FOUND"],
    handler: async ({ params }) => {
      const id = parseReportId(params.id)
      const context = id && (await findVerdictContext(id))
      if (!context) throw notFound("REPORT_NOT_FOUND")
      return context
    },
  }),
})

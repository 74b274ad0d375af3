import { resource, route } from "@/lib/api/route"
import { bugReportParams, bugReportResponse, verdictBody } from "@/lib/bugs/schema"
import { decideReport } from "@/lib/bugs/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: route({
    summary: "Give a bug report its status or another severity",
    tag: "Bug Reports",
    auth: "admin",
    params: bugReportParams,
    body: verdictBody,
    response: bugReportResponse,
    errors: ["NO_FIELDS", "REPORT_NOT_FOUND"],
    handler: async ({ caller, params, body }) => ({
      success: true as const,
      report: await decideReport(params.id, { ...body, admin: caller.wallet }),
    }),
  }),
})

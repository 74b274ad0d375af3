import { resource, route } from "@/lib/api/route"
import { findBugReports } from "@/lib/bugs/queries"
import { bugReportBody, bugReportPage, bugReportQuery, bugReportResponse } from "@/lib/bugs/schema"
import { reportBug } from "@/lib/bugs/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the acting wallet's bug reports, for admins all, newest first",
    tag: "Bug Reports",
    auth: "either",
    query: bugReportQuery,
    response: bugReportPage,
    handler: ({ caller, query }) => findBugReports(caller.wallet, query),
  }),
  POST: route({
    summary: "Report a bug",
    tag: "Bug Reports",
    auth: "either",
    body: bugReportBody,
    response: bugReportResponse,
    status: 201,
    errors: ["WALLET_BLOCKED", "QUOTA_EXCEEDED"],
    handler: async ({ caller, body }) => ({
      success: true as const,
      report: await reportBug(caller.wallet, body),
    }),
  }),
})

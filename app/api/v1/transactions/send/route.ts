import { sendRequest, sendResponse } from "@/lib/actions/send/schema"
import { sendTransactions } from "@/lib/actions/send/send"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Send signed transactions, and index what they did",
    tag: "Actions",
    auth: "either",
    limit: "ip",
    body: sendRequest,
    response: sendResponse,
    errors: [
      "INVALID_TRANSACTION",
      "WRONG_CHAIN",
      "NOT_OUR_CONTRACT",
      "TRANSACTION_REFUSED",
      "TOO_MANY_WAITING",
      "MAYBE_SENT",
      "NOT_CONFIGURED",
    ],
    handler: async ({ body, caller }) => ({
      transactions: await sendTransactions(body, caller.wallet),
    }),
  }),
})

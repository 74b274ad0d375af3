import { resource, route } from "@/lib/api/route"
import { addressBook, getDeployment } from "@/lib/chain/deployment"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary:
      "Addresses of the deployment; the zero address stands for a contract that is not deployed",
    tag: "Service",
    auth: "none",
    limit: "page",
    cache: 300,
    response: addressBook,
    errors: ["NOT_CONFIGURED"],
    handler: getDeployment,
  }),
})

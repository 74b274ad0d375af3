import { findOwnProjectsJson } from "@/lib/account/projects"
import { ownProjects } from "@/lib/account/schema"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the tokens and markets that the acting wallet created, newest first",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    response: ownProjects,
    handler: ({ caller }) => findOwnProjectsJson(caller.wallet),
  }),
})

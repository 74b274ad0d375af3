import { resource, route } from "@/lib/api/route"
import { notFound } from "@/lib/http/errors"
import { findToken } from "@/lib/tokens/queries"
import { editableProject, tokenParams } from "@/lib/tokens/schema"

/** The fields that the creator of a token or market can edit. For pages only. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Texts and picture of a token as they are edited",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    params: tokenParams,
    response: editableProject,
    errors: ["TOKEN_NOT_FOUND"],
    handler: async ({ params }) => {
      const token = await findToken(params.address)
      if (!token) throw notFound("TOKEN_NOT_FOUND")
      return editableProject.parse(token)
    },
  }),
})

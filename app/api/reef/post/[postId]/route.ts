import { resource, route } from "@/lib/api/route"
import { rawJson } from "@/lib/http/response"
import { getPost } from "@/lib/reef/posts/queries"
import { postParams, postView } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Read a post with its comments",
    tag: "Reef Posts",
    auth: "none",
    params: postParams,
    response: postView,
    errors: ["POST_NOT_FOUND"],
    // Dates print themselves as the interface wants them: thousands of comments need no encoding.
    handler: async ({ params }) => rawJson(JSON.stringify(await getPost(params.postId))),
  }),
})

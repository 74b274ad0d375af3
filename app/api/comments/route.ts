import { resource, route } from "@/lib/api/route"
import { findCommentsJson } from "@/lib/content/comments/queries"
import {
  commentBody,
  commentListQuery,
  commentPage,
  commentReference,
  createdComment,
  deletedComment,
} from "@/lib/content/comments/schema"
import { createComment, deleteComment } from "@/lib/content/comments/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the comments on a project",
    tag: "Content",
    auth: "none",
    query: commentListQuery,
    response: commentPage,
    handler: ({ query }) => findCommentsJson(query),
  }),
  POST: route({
    summary: "Comment on a project one has traded",
    tag: "Content",
    auth: "session",
    namesWallet: true,
    body: commentBody,
    response: createdComment,
    errors: ["CONTENT_TOO_LONG", "PROJECT_NOT_FOUND", "COMMENT_NOT_ELIGIBLE"],
    handler: ({ caller, body }) => createComment(caller, body),
  }),
  DELETE: route({
    summary: "Delete a comment of one's own",
    tag: "Content",
    auth: "session",
    namesWallet: true,
    query: commentReference,
    response: deletedComment,
    errors: ["COMMENT_NOT_FOUND", "NOT_AUTHOR"],
    handler: ({ caller, query }) => deleteComment(caller, query),
  }),
})

import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import document from "@/lib/generated/openapi.json"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "This document",
    tag: "Service",
    auth: "none",
    limit: "page",
    cache: 300,
    response: z.looseObject({ openapi: z.string() }),
    handler: () => document,
  }),
})

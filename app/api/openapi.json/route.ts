import { z } from "zod"
import document from "@/lib/api/openapi.json"
import { resource, route } from "@/lib/api/route"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
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

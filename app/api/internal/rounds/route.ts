import { resource, route } from "@/lib/api/route"
import { liveRounds, liveRoundsQuery } from "@/lib/updown/live-schema"
import { readRounds, selectAsset } from "@/lib/updown/onchain"

/** Polled by the pages of rounds; the node is read once per block for all of them. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Current price rounds as the chain has them",
    tag: "Pages",
    auth: "none",
    limit: "rounds",
    cache: "no-store",
    query: liveRoundsQuery,
    response: liveRounds,
    handler: async ({ query: { asset } }) => {
      const view = await readRounds()
      return { view: view && asset ? selectAsset(view, asset) : view }
    },
  }),
})

import { z } from "zod"
import { address, OPAQUE_ID } from "@/lib/api/wire"

const REEF = "reef"

/** The feed of the Reef, or one of its posts. */
export const reefTopic = (post?: string) => (post === undefined ? REEF : `${REEF}:${post}`)

/** A topic of a subscription: the address of a token or market, the Reef, or a post of the Reef. */
export const topic = z.union([
  address,
  z
    .string()
    .refine(
      (name) =>
        name === REEF ||
        (name.startsWith(`${REEF}:`) && OPAQUE_ID.test(name.slice(REEF.length + 1))),
    ),
])

/** A subscriber without topics gets every change of the chain, but none of the Reef. */
export const matchesTopics = (topics: ReadonlySet<string> | null, changed: string) =>
  topics ? topics.has(changed) : !changed.startsWith(REEF)

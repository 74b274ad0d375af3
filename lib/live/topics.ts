import { z } from "zod"
import { address, OPAQUE_ID } from "@/lib/api/wire"

const REEF = "reef"

/** The feed of the Reef, or one of its posts. */
export const reefTopic = (post?: string) => (post === undefined ? REEF : `${REEF}:${post}`)

/** What a subscriber may name: addresses of tokens and markets, the Reef, posts of the Reef. */
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

/** The chain's changes concern everybody who asks for no topic, those of the Reef only who asks for them. */
export const matchesTopics = (topics: ReadonlySet<string> | null, changed: string) =>
  topics ? topics.has(changed) : !changed.startsWith(REEF)

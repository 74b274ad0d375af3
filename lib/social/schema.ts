import { z } from "zod"
import { address, cleanLine, isoDate, singleLineText } from "@/lib/http/wire"
import { parsePostUrl, type XPostRef } from "./x/post-url"

const MAX_URL_LENGTH = 2_048

/** A post's URL on X, which is never requested: its handle and id are used. */
const tweetUrl = z
  .string()
  .overwrite(cleanLine)
  .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
  .refine((url) => parsePostUrl(url) !== null, "must be the https URL of a post on x.com")
  .meta({ examples: ["https://x.com/reef_walker/status/1790000000000000001"] })

export const tweetBody = z.object({ tweetUrl })

/** The post that a checked URL names. */
export function toPostRef(url: string): XPostRef {
  const ref = parsePostUrl(url)
  if (!ref) throw new Error("The schema has let a URL through that names no post")
  return ref
}

export const socialQuery = z.object({ wallet: address })

const queryText = z.string().max(MAX_URL_LENGTH).optional()

export const callbackQuery = z.object({ code: queryText, state: queryText, error: queryText })

export const challenge = z.object({
  code: z.string(),
  expiresAt: isoDate,
  expiresIn: z.int().describe("seconds"),
  tweetTemplate: z.string().describe("text of a post with the code"),
})

export const linkedByPost = z.object({
  success: z.literal(true),
  method: z.literal("tweet-verification"),
  username: z.string(),
  displayName: z.string(),
  tweetId: z.string(),
})

export const submittedTweet = z.object({
  success: z.literal(true),
  activity: z.object({
    id: z.int(),
    tweetId: z.string(),
    username: z.string(),
    verified: z.boolean(),
    createdAt: isoDate,
  }),
})

export const submittedTweets = z.object({
  tweets: z.array(
    z.object({
      tweetId: z.string(),
      tweetUrl: z.string(),
      username: z.string(),
      tweetText: z.string().nullable().describe("null when the post could not be read"),
      verified: z.boolean().describe("accepted, and still there when it was read last"),
      createdAt: isoDate,
    }),
  ),
})

const moltbookName = z
  .string()
  .overwrite(cleanLine)
  .regex(/^[A-Za-z0-9_-]{1,50}$/, "must be 1 to 50 letters, digits, _ and -")
  .meta({ examples: ["reef_agent"] })

const postId = singleLineText({ min: 1, max: MAX_URL_LENGTH })
  .describe("the UUID of a post, or its https URL")
  .meta({ examples: ["3f8e2b1a-9c4d-4e5f-8a6b-7c8d9e0f1a2b"] })

export const moltbookLinkBody = z.object({ moltbookName })
export const moltbookVerifyBody = z.object({ moltbookName, postId })
export const moltbookPostBody = z.object({ postId })

export const moltbookChallenge = z.object({ challenge: z.string(), instructions: z.string() })

export const moltbookVerified = z.object({
  success: z.literal(true),
  moltbookName: z.string(),
  message: z.string(),
})

export const moltbookStatus = z.object({
  linked: z.boolean(),
  moltbookName: z.string().nullable(),
  verified: z.boolean(),
  postCount: z.int().describe("verified posts"),
  totalKarma: z.int().describe("of the verified posts"),
  pendingChallenge: z.object({ challenge: z.string() }).nullable(),
})

const moltbookPostFields = {
  id: z.uuid().meta({ examples: ["7d9f5c1a-3b52-4e0a-9c55-0f6f3a1b2c4d"] }),
  postUrl: z.string(),
  karma: z.int(),
  submolt: z.string(),
  mentionsPlatform: z.boolean(),
}

export const submittedMoltbookPost = z.object({
  success: z.literal(true),
  post: z.object({ ...moltbookPostFields, createdAt: isoDate }),
})

export const moltbookPosts = z.object({
  posts: z.array(
    z.object({
      ...moltbookPostFields,
      verified: z.boolean(),
      lastVerifiedAt: isoDate,
      createdAt: isoDate,
    }),
  ),
})

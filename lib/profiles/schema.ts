import { z } from "zod"
import { address, cleanLine, isoDate } from "@/lib/http/wire"
import { MAX_AVATAR_URL_LENGTH, parseHandle, platforms, USERNAME_PATTERN } from "./validation"

export const profileParams = z.object({ wallet: address })

export const profileQuery = profileParams

/** A wallet's own username and picture. */
export const ownName = z.object({
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
})

export const agentName = z
  .object({ agentId: z.int().min(0), name: z.string() })
  .nullable()
  .describe("the registered agent")

const tierFields = {
  tier: z.string(),
  tierEmoji: z.string(),
  rank: z.int().min(0).describe("0 while unranked"),
  acsScore: z.number().min(0).max(1).describe("agent confidence, three decimals"),
}

const freshnessFields = {
  stale: z.boolean().describe("newer rows are not included yet; their computation has started"),
  lastUpdated: isoDate.nullable().describe("null for a wallet without points"),
}

/** An account that its owner has made public. */
export const publicSocial = z.object({
  platform: z.string(),
  handle: z.string(),
  url: z.string(),
})

export const profile = z
  .object({
    wallet: z.string(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    ...tierFields,
    socials: z.array(publicSocial).describe("public accounts; url is empty for discord"),
    xHandle: z.string().nullable(),
    agent: agentName,
    ...freshnessFields,
  })
  .meta({ id: "Profile" })

export type Profile = z.output<typeof profile>

const platform = z.enum(platforms)

export const ownProfile = z
  .object({
    wallet: z.string(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    ...tierFields,
    rankDelta: z.int().describe("change of the rank since 00:00 UTC; positive: improved"),
    streak: z.int().min(0).describe("active days in a row"),
    socials: z.array(
      z.object({
        platform: z.string(),
        handle: z.string(),
        url: z.string().nullable(),
        isPublic: z.boolean(),
      }),
    ),
    xAccount: z
      .object({
        username: z.string(),
        displayName: z.string().nullable(),
        profileImage: z.string().nullable(),
        isPublic: z.boolean(),
      })
      .nullable()
      .describe("the linked X account"),
    ...freshnessFields,
  })
  .meta({ id: "OwnProfile" })

export type OwnProfile = z.output<typeof ownProfile>

const username = z
  .string()
  .overwrite(cleanLine)
  .refine((name) => name === "" || USERNAME_PATTERN.test(name), "must be 3 to 20 of A-Z a-z 0-9 _")
  .meta({ examples: ["reef_walker"] })

const social = z
  .object({ platform, handle: z.string().overwrite(cleanLine) })
  .refine((entry) => parseHandle(entry.platform, entry.handle) !== null, {
    path: ["handle"],
    message: "must be an account name on the platform, or its https URL",
  })
  .meta({ examples: [{ platform: "telegram", handle: "@reef_walker" }] })

const avatar = z
  .string()
  .overwrite(cleanLine)
  .min(1, "must be a URL, or null to clear it")
  .max(MAX_AVATAR_URL_LENGTH, `must have at most ${MAX_AVATAR_URL_LENGTH} characters`)
  .meta({ examples: ["https://pictures.example/me.webp"] })

/** Exactly one field. Null clears the fields that accept it. */
export const profileChange = z
  .object({
    username: username.nullable().optional().describe("null or empty clears"),
    social: social.optional(),
    removeSocial: platform.optional(),
    toggleSocialPublic: platform.optional(),
    avatar: avatar
      .nullable()
      .optional()
      .describe("an https URL, or one of /api/images; null clears"),
  })
  .meta({ examples: [{ username: "reef_walker" }] })

export type ProfileChange = z.output<typeof profileChange>

const successField = { success: z.literal(true) }

export const profileChangeResult = z.union([
  z.object({ ...successField, action: z.literal("username_set"), username: z.string() }),
  z.object({ ...successField, action: z.literal("username_cleared") }),
  z.object({
    ...successField,
    action: z.literal("social_set"),
    platform,
    handle: z.string(),
  }),
  z.object({ ...successField, action: z.literal("social_removed"), platform }),
  z.object({
    ...successField,
    action: z.literal("social_toggled"),
    platform,
    isPublic: z.boolean(),
  }),
  z.object({ ...successField, action: z.literal("avatar_set"), avatarUrl: z.string() }),
  z.object({ ...successField, action: z.literal("avatar_cleared") }),
])

export type ProfileChangeResult = z.output<typeof profileChangeResult>

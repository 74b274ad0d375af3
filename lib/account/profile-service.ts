import { sql } from "kysely"
import { isIssuedImage } from "@/lib/content/issued-images"
import { db } from "@/lib/db/client"
import { ApiError, invalid, notFound } from "@/lib/http/errors"
import type { ProfileChange, ProfileChangeResult } from "@/lib/profiles/schema"
import {
  isPublicUrl,
  isReservedUsername,
  type Platform,
  parseHandle,
} from "@/lib/profiles/validation"
import { removeXAccount } from "@/lib/social/x/account"

/** POST /api/v1/me/profile. */
export async function updateProfile(
  wallet: string,
  change: ProfileChange,
): Promise<ProfileChangeResult> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length === 0) throw new ApiError("NO_FIELDS", "Nothing to update was sent")
  if (given.length > 1) {
    throw invalid("", `Only one change at a time: ${given.map(([key]) => key).join(", ")}`)
  }
  const { username, social, removeSocial, toggleSocialPublic, avatar } = change
  if (username !== undefined) return setUsername(wallet, username || null)
  if (social) return setSocial(wallet, social)
  if (removeSocial) return removeSocialLink(wallet, removeSocial)
  if (toggleSocialPublic) return toggleSocialLink(wallet, toggleSocialPublic)
  return setAvatar(wallet, avatar ?? null)
}

const UNIQUE_VIOLATION = "23505"

/** A unique index rejects a taken username, also of concurrent requests. */
async function setUsername(wallet: string, username: string | null): Promise<ProfileChangeResult> {
  if (username && isReservedUsername(username)) throw usernameTaken()
  const name = { username, username_key: sql<string | null>`lower(${username}::text)` }
  await db
    .insertInto("profile")
    .values({ wallet, ...name })
    .onConflict((conflict) =>
      conflict.column("wallet").doUpdateSet({ ...name, updated_at: sql<Date>`now()` }),
    )
    .execute()
    .catch((error: unknown) => {
      const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION
      throw isTaken ? usernameTaken() : error
    })
  if (username === null) return { success: true, action: "username_cleared" }
  return { success: true, action: "username_set", username }
}

const usernameTaken = () => new ApiError("USERNAME_TAKEN", "The username is in use or reserved")

async function setSocial(
  wallet: string,
  social: { platform: Platform; handle: string },
): Promise<ProfileChangeResult> {
  const { platform } = social
  const handle = parseHandle(platform, social.handle)
  if (handle === null) throw invalid("social.handle", "must be an account name")
  const stored = await db
    .insertInto("social_link")
    .values({ wallet, platform, handle })
    .onConflict((conflict) =>
      conflict
        .columns(["wallet", "platform"])
        .doUpdateSet({ handle })
        .where("social_link.is_linked", "=", false),
    )
    .returning("handle")
    .executeTakeFirst()
  if (!stored) throw new ApiError("SOCIAL_MANAGED", "The X entry comes from the linked account")
  return { success: true, action: "social_set", platform, handle }
}

/** Removing a linked account unlinks it. */
async function removeSocialLink(wallet: string, platform: Platform): Promise<ProfileChangeResult> {
  const isRemoved =
    platform === "x" ? await removeXAccount(wallet) : await removeEntry(wallet, platform)
  if (!isRemoved) throw notFound("SOCIAL_NOT_FOUND")
  return { success: true, action: "social_removed", platform }
}

async function removeEntry(wallet: string, platform: Platform): Promise<boolean> {
  const removed = await db
    .deleteFrom("social_link")
    .where("wallet", "=", wallet)
    .where("platform", "=", platform)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

async function toggleSocialLink(wallet: string, platform: Platform): Promise<ProfileChangeResult> {
  const link = await db
    .updateTable("social_link")
    .set(({ not }) => ({ is_public: not("is_public") }))
    .where("wallet", "=", wallet)
    .where("platform", "=", platform)
    .returning("is_public as isPublic")
    .executeTakeFirst()
  if (!link) throw notFound("SOCIAL_NOT_FOUND")
  return { success: true, action: "social_toggled", platform, isPublic: link.isPublic }
}

async function setAvatar(wallet: string, avatarUrl: string | null): Promise<ProfileChangeResult> {
  if (avatarUrl && !isPublicUrl(avatarUrl) && !(await isIssuedImage(avatarUrl))) {
    throw invalid("avatar", "must be an https URL at a host with a name, or a URL of /api/images")
  }
  await db
    .insertInto("profile")
    .values({ wallet, avatar_url: avatarUrl })
    .onConflict((conflict) =>
      conflict
        .column("wallet")
        .doUpdateSet({ avatar_url: avatarUrl, updated_at: sql<Date>`now()` }),
    )
    .execute()
  if (avatarUrl === null) return { success: true, action: "avatar_cleared" }
  return { success: true, action: "avatar_set", avatarUrl }
}

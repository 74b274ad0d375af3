import { ApiError, invalid, notFound } from "@/lib/api/errors"
import { parseContentUrl } from "@/lib/content/pin"
import { pool } from "@/lib/db/client"
import type { ProfileChange, ProfileChangeResult } from "./schema"
import { isPublicUrl, isReservedUsername, type Platform, parseHandle } from "./validation"

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

/** The database holds the rule that a name has one wallet, whoever asks at the same time. */
async function setUsername(wallet: string, username: string | null): Promise<ProfileChangeResult> {
  if (username && isReservedUsername(username)) throw usernameTaken()
  await pool()
    .query(
      `insert into profile (wallet, username, username_key) values ($1, $2, lower($2))
      on conflict (wallet) do update set username = excluded.username,
        username_key = excluded.username_key, updated_at = now()`,
      [wallet, username],
    )
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
  if (handle === null) throw invalid("social.handle", "must be an account's name")
  const { rowCount } = await pool().query(
    `insert into social_link as link (wallet, platform, handle) values ($1, $2, $3)
    on conflict (wallet, platform) do update set handle = excluded.handle where not link.is_linked`,
    [wallet, platform, handle],
  )
  if (rowCount === 0) {
    throw new ApiError("SOCIAL_MANAGED", "The X entry comes from the linked account")
  }
  return { success: true, action: "social_set", platform, handle }
}

/** A linked account is unlinked with it. */
async function removeSocialLink(wallet: string, platform: Platform): Promise<ProfileChangeResult> {
  const { rowCount } = await pool().query(
    "delete from social_link where wallet = $1 and platform = $2",
    [wallet, platform],
  )
  if (rowCount === 0) throw notFound("SOCIAL_NOT_FOUND")
  return { success: true, action: "social_removed", platform }
}

async function toggleSocialLink(wallet: string, platform: Platform): Promise<ProfileChangeResult> {
  const { rows } = await pool().query<{ isPublic: boolean }>(
    `update social_link set is_public = not is_public where wallet = $1 and platform = $2
    returning is_public as "isPublic"`,
    [wallet, platform],
  )
  const [link] = rows
  if (!link) throw notFound("SOCIAL_NOT_FOUND")
  return { success: true, action: "social_toggled", platform, isPublic: link.isPublic }
}

async function setAvatar(wallet: string, avatarUrl: string | null): Promise<ProfileChangeResult> {
  if (avatarUrl && !isPublicUrl(avatarUrl) && !(await isIssuedImage(avatarUrl))) {
    throw invalid("avatar", "must be an https URL at a host with a name, or a URL of /api/images")
  }
  await pool().query(
    `insert into profile (wallet, avatar_url) values ($1, $2)
    on conflict (wallet) do update set avatar_url = excluded.avatar_url, updated_at = now()`,
    [wallet, avatarUrl],
  )
  if (avatarUrl === null) return { success: true, action: "avatar_cleared" }
  return { success: true, action: "avatar_set", avatarUrl }
}

async function isIssuedImage(url: string) {
  const { rowCount } = await pool().query("select 1 from issued_image where cid = $1", [
    parseContentUrl(url),
  ])
  return rowCount !== 0
}

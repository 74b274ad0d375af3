import { isIssuedImage } from "@/lib/content/issued-images"
import { prisma } from "@/lib/db/client"
import { isUniqueViolation } from "@/lib/db/errors"
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
  const changes = Object.entries(change).filter(([, value]) => value !== undefined)
  if (changes.length === 0) throw new ApiError("NO_FIELDS", "Nothing to update was sent")
  if (changes.length > 1) {
    throw invalid("", `Only one change at a time: ${changes.map(([key]) => key).join(", ")}`)
  }
  const { username, social, removeSocial, toggleSocialPublic, avatar } = change
  if (username !== undefined) return setUsername(wallet, username || null)
  if (social) return setSocial(wallet, social)
  if (removeSocial) return removeSocialLink(wallet, removeSocial)
  if (toggleSocialPublic) return toggleSocialLink(wallet, toggleSocialPublic)
  return setAvatar(wallet, avatar ?? null)
}

/** A unique index rejects a taken username, also of concurrent requests. */
async function setUsername(wallet: string, username: string | null): Promise<ProfileChangeResult> {
  if (username && isReservedUsername(username)) throw usernameTaken()
  const name = { username, usernameKey: username?.toLowerCase() ?? null }
  await storeProfile(wallet, name).catch((error: unknown) => {
    throw isUniqueViolation(error) ? usernameTaken() : error
  })
  if (username === null) return { success: true, action: "username_cleared" }
  return { success: true, action: "username_set", username }
}

const storeProfile = (
  wallet: string,
  fields: { username: string | null; usernameKey: string | null } | { avatarUrl: string | null },
) => prisma.profile.upsert({ where: { wallet }, create: { wallet, ...fields }, update: fields })

const usernameTaken = () => new ApiError("USERNAME_TAKEN", "The username is in use or reserved")

async function setSocial(
  wallet: string,
  social: { platform: Platform; handle: string },
): Promise<ProfileChangeResult> {
  const { platform } = social
  const handle = parseHandle(platform, social.handle)
  if (handle === null) throw invalid("social.handle", "must be an account name")
  const entry = { wallet, platform }
  await prisma.socialLink.createMany({ data: { ...entry, handle }, skipDuplicates: true })
  const { count } = await prisma.socialLink.updateMany({
    where: { ...entry, isLinked: false },
    data: { handle },
  })
  if (count === 0) throw new ApiError("SOCIAL_MANAGED", "The X entry comes from the linked account")
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
  const { count } = await prisma.socialLink.deleteMany({ where: { wallet, platform } })
  return count > 0
}

async function toggleSocialLink(wallet: string, platform: Platform): Promise<ProfileChangeResult> {
  for (;;) {
    const link = await prisma.socialLink.findUnique({
      where: { wallet_platform: { wallet, platform } },
      select: { isPublic: true },
    })
    if (!link) throw notFound("SOCIAL_NOT_FOUND")
    const isPublic = !link.isPublic
    const { count } = await prisma.socialLink.updateMany({
      where: { wallet, platform, ...link },
      data: { isPublic },
    })
    // Otherwise another request has changed it in between.
    if (count > 0) return { success: true, action: "social_toggled", platform, isPublic }
  }
}

async function setAvatar(wallet: string, avatarUrl: string | null): Promise<ProfileChangeResult> {
  if (avatarUrl && !isPublicUrl(avatarUrl) && !(await isIssuedImage(avatarUrl))) {
    throw invalid("avatar", "must be an https URL at a host with a name, or a URL of /api/images")
  }
  await storeProfile(wallet, { avatarUrl })
  if (avatarUrl === null) return { success: true, action: "avatar_cleared" }
  return { success: true, action: "avatar_set", avatarUrl }
}

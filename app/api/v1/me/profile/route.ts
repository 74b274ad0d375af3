import { findOwnProfile } from "@/lib/account/profile-queries"
import { updateProfile } from "@/lib/account/profile-service"
import { resource, route } from "@/lib/api/route"
import { ownProfile, profileChange, profileChangeResult } from "@/lib/profiles/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get the acting wallet's profile",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    response: ownProfile,
    handler: ({ caller }) => findOwnProfile(caller.wallet),
  }),
  POST: route({
    summary: "Change one thing in the acting wallet's profile",
    tag: "My Account",
    auth: "either",
    body: profileChange,
    response: profileChangeResult,
    errors: ["NO_FIELDS", "USERNAME_TAKEN", "SOCIAL_MANAGED", "SOCIAL_NOT_FOUND"],
    handler: ({ caller, body }) => updateProfile(caller.wallet, body),
  }),
})

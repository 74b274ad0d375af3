import { resource, route } from "@/lib/api/route"
import { findOwnProfile } from "@/lib/profiles/queries"
import { ownProfile, profileChange, profileChanged } from "@/lib/profiles/schema"
import { changeProfile } from "@/lib/profiles/service"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route({
    summary: "Get the acting wallet's profile",
    tag: "My Account",
    auth: "either",
    fresh: true,
    response: ownProfile,
    handler: ({ caller }) => findOwnProfile(caller.wallet),
  }),
  POST: route({
    summary: "Change one thing in the acting wallet's profile",
    tag: "My Account",
    auth: "either",
    body: profileChange,
    response: profileChanged,
    errors: ["NO_FIELDS", "USERNAME_TAKEN", "SOCIAL_MANAGED", "SOCIAL_NOT_FOUND"],
    handler: ({ caller, body }) => changeProfile(caller.wallet, body),
  }),
})

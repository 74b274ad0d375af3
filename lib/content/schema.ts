import { z } from "zod"
import { ADDRESS_PATTERN } from "@/lib/address"
import { address, multiLineText, singleLineText } from "@/lib/http/wire"
import { tokenDetail } from "@/lib/tokens/schema"
import { isSocialAccount, isWebsite, MAX_DESCRIPTION_LENGTH, MAX_LINK_LENGTH } from "./validation"

const file = z
  .file("must be a file")
  .min(1, "must be a file with content")
  .describe("jpeg, png, webp or gif, decided by its bytes; at most 5,242,880 bytes")

export const imageBody = z
  .object({
    file,
    purpose: z.enum(["token", "avatar"]),
    address: z
      .string()
      .toLowerCase()
      .optional()
      .describe("token the image is for; required when purpose is token, else ignored"),
  })
  .superRefine(({ purpose, address: token }, check) => {
    if (purpose === "avatar" || (token !== undefined && ADDRESS_PATTERN.test(token))) return
    const message =
      token === undefined ? "is required" : "must be 0x followed by 40 hexadecimal digits"
    check.addIssue({ code: "custom", path: ["address"], message })
  })

export type ImageUpload = z.output<typeof imageBody>

export const pinnedContent = z
  .object({
    url: z.string().describe("address at the IPFS gateway"),
    cid: z.string().describe("IPFS content identifier, version 1"),
  })
  .meta({ id: "Pinned" })

/** Empty: the person clears the field. */
const optionalLink = (isGood: (value: string) => boolean, message: string) =>
  singleLineText({ max: MAX_LINK_LENGTH }).refine((value) => value === "" || isGood(value), message)

const website = optionalLink(isWebsite, "must be an http or https URL")
const handle = optionalLink(
  isSocialAccount,
  "must be an https URL, or a handle of 1 to 64 letters, digits and _",
)

const textFields = {
  description: multiLineText({ max: MAX_DESCRIPTION_LENGTH }).optional(),
  website: website.optional(),
  telegram: handle.optional(),
  socialx: handle.optional(),
  twitterx: handle
    .optional()
    .describe("read as socialx where that is absent")
    .meta({ deprecated: true }),
}

export const metadataBody = z.object({
  address: address.describe("contract address"),
  ...textFields,
  image: singleLineText({ max: MAX_LINK_LENGTH })
    .optional()
    .describe("URL obtained from /api/images"),
})

export type NewMetadata = z.output<typeof metadataBody>

export const projectParams = z.object({ address: address.describe("contract address") })

export const projectBody = z.object({ ...textFields, image: file.optional() })

export type ProjectChange = z.output<typeof projectBody>

export const projectResponse = z.object({ success: z.boolean(), project: tokenDetail })

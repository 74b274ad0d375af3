import { db, prisma } from "@/lib/db/client"
import { env } from "@/lib/env"
import { ApiError, invalid, notFound } from "@/lib/http/errors"
import { logChange } from "@/lib/stream-log/change"
import { tokenAnswer } from "@/lib/tokens/schema"
import { getTokenDetail } from "@/lib/tokens/service"
import { readImageHeader } from "./image"
import { isIssuedImage } from "./issued-images"
import { findCreator, type OnchainToken, readOnchainToken } from "./onchain"
import { type PinnedContent, pin } from "./pin"
import type { ImageUpload, NewMetadata, ProjectChange } from "./schema"
import { storeAvatar, storeTokenImage } from "./upload"

/** POST /api/images. */
export async function uploadImage(wallet: string, { file: sent, purpose, address }: ImageUpload) {
  const file = await readImageHeader(await readBytes(sent))
  if (purpose === "avatar") return storeAvatar({ wallet, file })
  const token = address ?? ""
  await requireCreator(wallet, token, 403)
  return storeTokenImage({ wallet, file, token })
}

const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer())

async function requireCreator(wallet: string, token: string, status: 400 | 403) {
  const creator = await findCreator(token)
  if (creator === null) {
    throw new ApiError(
      "NOT_ECOSYSTEM_TOKEN",
      "The address is no token of the factory and no market",
      { status },
    )
  }
  if (creator !== wallet) throw notCreator()
}

const notCreator = () => new ApiError("NOT_CREATOR", "Only the token's creator may do this")

/** POST /api/metadata. */
export async function createMetadata(wallet: string, body: NewMetadata): Promise<PinnedContent> {
  const { address, image } = body
  if (image && !(await isIssuedImage(image))) throw invalid("image", "must be a URL of /api/images")
  await requireCreator(wallet, address, 400)
  if (await hasMetadata(address)) throw metadataExists()
  const facts = await readOnchainToken(address)
  const texts = toTexts({ ...body, image })
  const bytes = new TextEncoder().encode(JSON.stringify(buildMetadata(address, facts, texts)))
  const pinned = await pin({ bytes, name: `${address}.json`, type: "application/json" })
  if (!(await storeMetadata(address, pinned.url, texts))) throw metadataExists()
  await logChange(db, { topics: [address] })
  return pinned
}

async function hasMetadata(address: string) {
  const project = await prisma.project.findUnique({
    where: { address },
    select: { metadataUrl: true },
  })
  return project?.metadataUrl != null
}

const metadataExists = () =>
  new ApiError("METADATA_EXISTS", "The token's metadata is pinned already")

type MetadataTexts = Record<
  "description" | "website" | "telegram" | "socialx" | "image",
  string | null
>

/** Missing text is null. */
function toTexts({
  description,
  website,
  telegram,
  socialx,
  twitterx,
  image,
}: Partial<NewMetadata>) {
  return {
    description: description || null,
    website: website || null,
    telegram: telegram || null,
    socialx: (socialx ?? twitterx) || null,
    image: image || null,
  }
}

function buildMetadata(address: string, facts: OnchainToken, texts: MetadataTexts) {
  const { name, symbol, dev, multiplier, createdAt, market } = facts
  return {
    address,
    chainId: env().CHAIN_ID,
    name,
    symbol,
    dev,
    description: texts.description,
    image: texts.image,
    website: texts.website,
    telegram: texts.telegram,
    socialx: texts.socialx,
    multiplier,
    isPrediction: market !== null,
    predictionType: market?.predictionType ?? null,
    eventType: market?.eventType ?? null,
    options: market?.options ?? null,
    endTime: market?.endTime?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** Stores metadata once; false when another request was first. An absent text leaves the stored one. */
async function storeMetadata(address: string, url: string, texts: MetadataTexts) {
  const sent = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))
  await prisma.project.createMany({ data: { address }, skipDuplicates: true })
  const { count } = await prisma.project.updateMany({
    where: { address, metadataUrl: null },
    data: { metadataUrl: url, ...sent },
  })
  return count === 1
}

/** POST /api/projects/{address}: an empty text clears its field, a new image replaces the old one. */
export async function updateProject(wallet: string, address: string, change: ProjectChange) {
  const { description, website, telegram, twitterx, socialx = twitterx, image } = change
  const texts = { description, website, telegram, socialx }
  if (!image && Object.values(texts).every((text) => text === undefined)) {
    throw new ApiError("NO_FIELDS", "Nothing to update was sent")
  }
  const file = image && (await readImageHeader(await readBytes(image)))
  await requireIndexedCreator(wallet, address)
  const pinned = file && (await storeTokenImage({ wallet, file, token: address }))
  const data = Object.fromEntries(
    Object.entries({ ...texts, image: pinned?.url }).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value || null]],
    ),
  )
  await prisma.project.updateMany({ where: { address }, data })
  await logChange(db, { topics: [address] })
  const { text } = await getTokenDetail(address)
  return { success: true, project: tokenAnswer.parse(JSON.parse(text)).data }
}

async function requireIndexedCreator(wallet: string, address: string) {
  const token = await db
    .selectFrom("token")
    .select("dev")
    .where("address", "=", address)
    .executeTakeFirst()
  if (!token) throw notFound("PROJECT_NOT_FOUND")
  if (token.dev !== wallet) throw notCreator()
}

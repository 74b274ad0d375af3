import sharp, { type Sharp } from "sharp"
import { processSingleton } from "@/lib/async/process-singleton"
import { ApiError } from "@/lib/http/errors"
import { detectFormat, type Format } from "./image-format"

export const MAX_FILE_BYTES = 5_242_880
const MAX_SIDE = 4_096
const MAX_FRAMES = 200
/** The sum of the pixels of all frames. */
const MAX_PIXELS = 40_000_000
const TIME_LIMIT_SECONDS = 30

/** Images decoded at once per process: each may take a few hundred MB. */
const MAX_DECODING = 2
const MAX_QUEUED = 40

// No image is decoded twice, and one image must not use every core.
sharp.cache(false)
sharp.concurrency(1)

export type Image = { bytes: Uint8Array; type: `image/${Format}` }

/** A file with the header of an image within the limits. Its pixels are not decoded yet. */
export type ImageFile = { bytes: Uint8Array; format: Format; frames: number; extension: string }

/** Reads type, size and frames from the header; throws for other files and beyond the limits. */
export async function readImageHeader(bytes: Uint8Array): Promise<ImageFile> {
  const format = detectFormat(bytes)
  if (!format) {
    throw new ApiError("FILE_TYPE_NOT_ALLOWED", "The file is not a JPEG, PNG, WebP or GIF image")
  }
  if (bytes.length > MAX_FILE_BYTES) {
    throw new ApiError("FILE_TOO_LARGE", `The file is larger than ${MAX_FILE_BYTES} bytes`)
  }
  try {
    const metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    const { width, height, pages: frames = 1 } = metadata
    const isWithin =
      metadata.format === format &&
      Math.max(width, height) <= MAX_SIDE &&
      frames <= MAX_FRAMES &&
      width * height * frames <= MAX_PIXELS
    if (!isWithin) throw new Error(`${metadata.format} of ${width} × ${height}, ${frames} frames`)
    return { bytes, format, frames, extension: format === "jpeg" ? "jpg" : format }
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Decodes an image and encodes it again in its format, so that only pixels remain, no metadata. */
export async function cleanImage(file: ImageFile): Promise<Image> {
  const bytes = await withDecodeSlot(() => recode(file))
  return { bytes, type: `image/${file.format}` }
}

async function recode({ bytes, format, frames }: ImageFile) {
  try {
    const picture = sharp(bytes, {
      animated: frames > 1,
      failOn: "error",
      limitInputPixels: MAX_PIXELS,
      sequentialRead: true,
    }).timeout({ seconds: TIME_LIMIT_SECONDS })
    // The decoder stacks frames vertically, so an animation cannot be rotated.
    return await encode(frames > 1 ? picture : picture.autoOrient(), format, frames).toBuffer()
  } catch (cause) {
    throw unreadable(cause)
  }
}

const unreadable = (cause: unknown) =>
  new ApiError("FILE_UNREADABLE", "The image cannot be decoded or is too large", { cause })

function encode(picture: Sharp, format: Format, frames: number) {
  if (format === "jpeg") return picture.jpeg({ quality: 90 })
  if (format === "png") return picture.png()
  // Hundreds of frames at full effort would take too long.
  const effort = frames > 1 ? 1 : 4
  return format === "webp" ? picture.webp({ quality: 90, effort }) : picture.gif({ effort })
}

type DecodeQueue = { running: number; waiting: (() => void)[] }

/** Runs the work when a slot is free; throws when the queue is full. */
async function withDecodeSlot<T>(work: () => Promise<T>): Promise<T> {
  const turns = processSingleton<DecodeQueue>("image-turns", () => ({ running: 0, waiting: [] }))
  if (turns.running < MAX_DECODING) turns.running++
  else {
    if (turns.waiting.length >= MAX_QUEUED) {
      throw new ApiError("SERVICE_UNAVAILABLE", "Too many images at once", { retryAfter: 10 })
    }
    await new Promise<void>((resolve) => turns.waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = turns.waiting.shift()
    if (next) next()
    else turns.running--
  }
}

import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"

/** A picture with something in it, so that encoders cannot cheat. */
export function createPicture(width = 40, height = 30) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 7) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Frames that differ, one below the other as libvips holds them. */
export function createAnimation(frames: number, size = 8) {
  const pixels = Buffer.alloc(size * size * frames * 3)
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = (i * 13 + Math.floor(i / (size * size * 3)) * 29) % 256
  return sharp(pixels, {
    raw: { width: size, height: size * frames, channels: 3, pageHeight: size },
  })
}

/** Frames of one colour each: large, and yet a small file. */
export function createPlainAnimation(frames: number, size: number) {
  const pixels = Buffer.alloc(size * size * frames)
  for (let at = 0; at < frames; at++) pixels.fill(at * 20, at * size * size, (at + 1) * size * size)
  return sharp(pixels, {
    raw: { width: size, height: size * frames, channels: 1, pageHeight: size },
  })
}

export const createImage = () => createPicture().webp().toBuffer()

/** A well-formed PNG that claims any size and holds hardly a pixel. */
export function pngWithSize(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

export function formData(fields: Record<string, string | Uint8Array | null | undefined>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value)
    else if (value) form.append(name, new Blob([Uint8Array.from(value)]), "picture.png")
  }
  return form
}

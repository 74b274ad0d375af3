/** @module-tag long */
import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { cleanImage, MAX_FILE_BYTES, readImageHeader } from "@/lib/content/image"
import { cpuTimeOf } from "@/tests/helpers/cpu-time"
import {
  createAnimation,
  createPicture,
  createPlainAnimation,
  pngWithSize,
} from "@/tests/helpers/images"

const clean = async (file: Uint8Array) => cleanImage(await readImageHeader(file))

const refusal = (file: Uint8Array) => codeOf(clean(file))

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    (error) => error.code,
  )

describe("each format is encoded anew as itself", () => {
  test.each([
    ["image/jpeg", () => createPicture().jpeg().toBuffer()],
    ["image/png", () => createPicture().png().toBuffer()],
    ["image/webp", () => createPicture().webp().toBuffer()],
    ["image/gif", () => createPicture().gif().toBuffer()],
  ])("%s", async (type, make) => {
    const image = await clean(await make())
    expect(image.type).toBe(type)
    const { format, width, height } = await sharp(image.bytes).metadata()
    expect([`image/${format}`, width, height]).toEqual([type, 40, 30])
  })

  test("equal bytes give equal bytes", async () => {
    const file = await createPicture().webp().toBuffer()
    const [one, other] = await Promise.all([clean(file), clean(file)])
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0)
  })

  test.each(["gif", "webp"] as const)(
    "an animated %s keeps its frames and their times",
    async (format) => {
      const file = await createAnimation(5)
        .toFormat(format, { delay: [100, 200, 300, 100, 100], loop: 3 })
        .toBuffer()
      const { bytes } = await clean(file)
      const metadata = await sharp(bytes, { animated: true }).metadata()
      expect(metadata).toMatchObject({
        format,
        pages: 5,
        loop: 3,
        delay: [100, 200, 300, 100, 100],
      })
    },
  )
})

describe("nothing but the picture survives", () => {
  test("EXIF, ICC and XMP are dropped, orientation is applied", async () => {
    const file = await createPicture(40, 30)
      .withExif({ IFD0: { Copyright: "secret-owner" } })
      .withMetadata({ orientation: 6 })
      .withIccProfile("p3")
      .jpeg()
      .toBuffer()
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, hasProfile: true })
    const { bytes } = await clean(file)
    const metadata = await sharp(bytes).metadata()
    expect([metadata.width, metadata.height]).toEqual([30, 40])
    expect([metadata.orientation, metadata.exif, metadata.icc, metadata.xmp]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(Buffer.from(bytes).includes("secret-owner")).toBe(false)
  })

  test.each(["jpeg", "png", "webp", "gif"] as const)(
    "bytes behind a %s are dropped",
    async (format) => {
      const file = await createPicture().toFormat(format).toBuffer()
      const tail = Buffer.from("<script>alert(1)</script>PK\x05\x06")
      const { bytes } = await clean(Buffer.concat([file, tail]))
      expect(Buffer.from(bytes).includes("alert(1)")).toBe(false)
    },
  )
})

describe("FILE_TYPE_NOT_ALLOWED", () => {
  test.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["SVG with an XML header", '<?xml version="1.0"?><svg/>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["PDF", "%PDF-1.7"],
    ["a blank before the signature", " GIF89a"],
    ["RIFF of another kind", "RIFF\0\0\0\0WAVEfmt "],
    ["text", "hello"],
  ])("%s", async (_, content) => {
    expect(await refusal(Buffer.from(content))).toBe("FILE_TYPE_NOT_ALLOWED")
  })

  test.each(["tiff", "avif"] as const)("%s", async (format) => {
    expect(await refusal(await createPicture().toFormat(format).toBuffer())).toBe(
      "FILE_TYPE_NOT_ALLOWED",
    )
  })
})

describe("FILE_UNREADABLE", () => {
  test.each(["jpeg", "png", "webp", "gif"] as const)("half a %s", async (format) => {
    const file = await createPicture(400, 300).toFormat(format).toBuffer()
    expect(await refusal(file.subarray(0, file.length / 2))).toBe("FILE_UNREADABLE")
  })

  test.each([
    ["JPEG", "\xff\xd8\xff\xe0"],
    ["PNG", "\x89PNG\r\n\x1a\n"],
    ["GIF", "GIF89a"],
    ["WebP", "RIFF\x04\0\0\0WEBP"],
    ["GIF polyglot", "GIF89a/*<script>alert(1)</script>*/=1;"],
  ])("nothing but the beginning of a %s", async (_, content) => {
    expect(await refusal(Buffer.from(content, "latin1"))).toBe("FILE_UNREADABLE")
  })

  test.each([
    [4_097, 1],
    [1, 4_097],
    [60_000, 60_000],
    [2_147_483_647, 2_147_483_647],
    [0, 10],
  ])("%i × %i pixels claimed", async (width, height) => {
    const effort = await cpuTimeOf(async () => {
      expect(await refusal(pngWithSize(width, height))).toBe("FILE_UNREADABLE")
    })
    expect(effort).toBeLessThan(1_000)
  })

  test("a GIF whose screen is a bomb", async () => {
    const gif = await createPicture(4, 4).gif().toBuffer()
    // Screen and frame must agree: a screen alone that is too large is what decoders repair.
    const tableBytes = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
    const frame = gif.indexOf(0x2c, 13 + tableBytes)
    for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(30_000, at)
    expect(await refusal(gif)).toBe("FILE_UNREADABLE")
  })

  test("201 frames; 200 are taken", async () => {
    expect(await refusal(await createAnimation(201).gif().toBuffer())).toBe("FILE_UNREADABLE")
    expect(await refusal(await createAnimation(200).gif().toBuffer())).toBe("accepted")
  })

  test("more than 40 million pixels in all frames", async () => {
    const file = await createPlainAnimation(11, 2_000).gif({ effort: 1 }).toBuffer()
    expect(file.length).toBeLessThan(MAX_FILE_BYTES)
    expect(await refusal(file)).toBe("FILE_UNREADABLE")
  })
})

describe("the header alone", () => {
  const headerOf = (file: Uint8Array) =>
    readImageHeader(file).then(
      ({ frames }) => frames,
      (error) => error.code,
    )

  test("says size and frames without a pixel being decoded", async () => {
    const costly = await createPlainAnimation(10, 1_000).gif({ effort: 1 }).toBuffer()
    const effort = await cpuTimeOf(async () => expect(await headerOf(costly)).toBe(10))
    expect(effort).toBeLessThan((await cpuTimeOf(() => clean(costly))) / 5)
  })

  test("refuses what is beyond the limits, and not what only decoding would show", async () => {
    expect(await headerOf(pngWithSize(4_097, 1))).toBe("FILE_UNREADABLE")
    expect(await headerOf(await createAnimation(201).gif().toBuffer())).toBe("FILE_UNREADABLE")
    expect(await headerOf(pngWithSize(400, 300))).toBe(1)
    expect(await refusal(pngWithSize(400, 300))).toBe("FILE_UNREADABLE")
  })
})

describe("sizes", () => {
  test("sides of 4,096 pixels are taken", async () => {
    const file = await sharp({
      create: { width: 4_096, height: 4_096, channels: 3, background: "#2a9d8f" },
    })
      .png()
      .toBuffer()
    expect(await refusal(file)).toBe("accepted")
  })

  test("5,242,880 bytes are taken, one more is not", async () => {
    const file = await createPicture().png().toBuffer()
    const padded = Buffer.concat([file, Buffer.alloc(MAX_FILE_BYTES - file.length)])
    expect(await refusal(padded)).toBe("accepted")
    expect(await refusal(Buffer.concat([padded, Buffer.alloc(1)]))).toBe("FILE_TOO_LARGE")
  })
})

test("many at once wait for their turn, too many are sent away", async () => {
  const file = await createPicture(600, 600).png().toBuffer()
  // The headers are read first: else the first image may be done before the last one asks.
  const header = await readImageHeader(file)
  const codes = await Promise.all(Array.from({ length: 60 }, () => codeOf(cleanImage(header))))
  expect(codes.filter((code) => code === "accepted")).toHaveLength(42)
  expect(codes.filter((code) => code === "SERVICE_UNAVAILABLE")).toHaveLength(18)
  expect(await refusal(file)).toBe("accepted")
})

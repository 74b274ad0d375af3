import { type RandomStream, randomStream } from "@/scripts/local/sample/random"
import { createPicture, createPlainAnimation, pngWithSize } from "@/tests/helpers/images"

export type HostileFile = { what: string; bytes: Uint8Array; isRefused?: boolean }

const CUTS = 10
const FLIPS = 8
const FOREIGN = "<html><script>alert(1)</script><?php system('id') ?>"

/** Files that are no pictures, or pictures that want to be more. */
export async function hostileFiles(seed: string): Promise<HostileFile[]> {
  const random = randomStream(`${seed} files`)
  const pictures = {
    jpeg: await createPicture(64, 48).jpeg().toBuffer(),
    png: await createPicture(64, 48).png().toBuffer(),
    webp: await createPicture(64, 48).webp().toBuffer(),
    gif: await createPicture(64, 48).gif().toBuffer(),
  }
  const spoiled = Object.entries(pictures).flatMap(([name, whole]) => [
    ...cuts(name, whole),
    ...flips(name, whole, random),
    ...disguises(name, whole),
  ])
  return [...spoiled, ...(await enormous(pictures)), ...strangers(), ...magics()]
}

/** A first part of the picture: what of it is missing must not be made up. */
function cuts(name: string, whole: Buffer): HostileFile[] {
  return Array.from({ length: CUTS }, (_, i) => {
    const end = Math.floor((whole.length * i) / CUTS)
    return { what: `${name} cut after ${end}`, bytes: whole.subarray(0, end), isRefused: true }
  })
}

function flips(name: string, whole: Buffer, random: RandomStream): HostileFile[] {
  return Array.from({ length: FLIPS }, (_, i) => {
    const bytes = Buffer.from(whole)
    for (let at = 0; at <= i; at++) {
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256)
    }
    return { what: `${name} with ${i + 1} other bytes`, bytes }
  })
}

function disguises(name: string, whole: Buffer): HostileFile[] {
  const head = whole.subarray(0, 16)
  return [
    { what: `${name}, then a page`, bytes: Buffer.concat([whole, Buffer.from(FOREIGN)]) },
    { what: `${name}, then an archive`, bytes: Buffer.concat([whole, Buffer.from("PK\x03\x04")]) },
    { what: `${name}, twice`, bytes: Buffer.concat([whole, whole]) },
    { what: `${name}'s head`, bytes: head, isRefused: true },
    {
      what: `${name}'s head, then a page`,
      bytes: Buffer.concat([head, Buffer.from(FOREIGN.repeat(50))]),
      isRefused: true,
    },
    {
      what: `${name}'s head, then nothing for long`,
      bytes: Buffer.concat([head, Buffer.alloc(500_000)]),
      isRefused: true,
    },
    {
      what: `${name} behind a byte`,
      bytes: Buffer.concat([Buffer.from(" "), whole]),
      isRefused: true,
    },
  ]
}

type Pictures = Record<"jpeg" | "png" | "webp" | "gif", Buffer>

/** What claims a size nobody can hold. */
async function enormous({ jpeg, gif, webp }: Pictures): Promise<HostileFile[]> {
  const sides = [
    [0, 0],
    [1, 0],
    [4_097, 1],
    [1, 4_097],
    [30_000, 30_000],
    [4_096, 4_097],
    [65_535, 65_535],
    [2_147_483_647, 1],
    [4_294_967_295, 4_294_967_295],
  ] as const
  const patched = (bytes: Buffer, at: number, patch: readonly number[]) => {
    const copy = Buffer.from(bytes)
    copy.set(patch, at)
    return copy
  }
  const size = jpeg.indexOf(Buffer.of(0xff, 0xc0)) + 5
  const frame = gif.indexOf(Buffer.of(0x2c, 0, 0, 0, 0)) + 5
  const files = [
    ...sides.map(([w, h]) => ({ what: `png of ${w} × ${h}`, bytes: pngWithSize(w, h) })),
    { what: "jpeg of 65535 × 65535", bytes: patched(jpeg, size, [255, 255, 255, 255]) },
    { what: "jpeg of nothing", bytes: patched(jpeg, size, [0, 0, 0, 0]) },
    {
      what: "gif of 65535 × 65535",
      bytes: patched(patched(gif, 6, [255, 255, 255, 255]), frame, [255, 255, 255, 255]),
    },
    { what: "webp of 16383 × 16383", bytes: patched(webp, 26, [255, 63, 255, 63]) },
    {
      what: "gif of 41 megapixels",
      bytes: await createPlainAnimation(41, 1_000).gif({ effort: 1 }).toBuffer(),
    },
    {
      what: "a byte too many",
      bytes: Buffer.concat([jpeg, Buffer.alloc(5_242_881 - jpeg.length)]),
    },
  ]
  return files.map((file) => ({ ...file, isRefused: true }))
}

/** Other formats, some of which the decoder would know. */
function strangers(): HostileFile[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`
  const texts = {
    nothing: "",
    "a byte": "x",
    "a page": FOREIGN,
    svg,
    "svg with a declaration": `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg}`,
    pdf: "%PDF-1.7\n1 0 obj\n<< /JS (app.alert(1)) >>",
    script: "#!/bin/sh\nid\n",
    "push graphic-context": "push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 'url(x)'",
    postscript: "%!PS\n(x) run",
    pbm: "P4\n1 1\n\0",
    csv: "=cmd|' /C calc'!A0",
  }
  return Object.entries(texts).map(([what, text]) => ({
    what,
    bytes: Buffer.from(text, "latin1"),
    isRefused: true,
  }))
}

/** The leading bytes of formats, and then noise. */
function magics(): HostileFile[] {
  const heads = [
    "BM",
    "II*\0",
    "MM\0*",
    "\0\0\x01\0",
    "\x7fELF",
    "MZ",
    "PK\x03\x04",
    "\x1f\x8b",
    "\0\0\0\x20ftypavif",
    "\0\0\0\x20ftypheic",
    "\0\0\0\x0cJXL ",
    "\xff\xd8",
    "\xff\xd8\xff",
    "GIF87a",
    "GIF89a",
    "GIF88a",
    "\x89PNG\r\n\x1a\n",
    "RIFF\0\0\0\0WEBP",
    "RIFF\xff\xff\xff\xffWEBPVP8X",
    "RIFF\0\0\0\0WAVE",
    "#?RADIANCE\n",
    "SIMPLE  =",
  ]
  const noise = Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * i * 31) % 256))
  return heads.map((head) => ({
    what: `${JSON.stringify(head)} and noise`,
    bytes: Buffer.concat([Buffer.from(head, "latin1"), noise]),
    isRefused: true,
  }))
}

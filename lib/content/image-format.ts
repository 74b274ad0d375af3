export type Format = "jpeg" | "png" | "webp" | "gif"

/** By the first bytes: file name and declared type are user input. */
export function detectFormat(file: Uint8Array): Format | null {
  const text = Buffer.from(file.subarray(0, 12)).toString("latin1")
  if (text.startsWith("\xff\xd8\xff")) return "jpeg"
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png"
  if (/^GIF8[79]a/.test(text)) return "gif"
  return /^RIFF.{4}WEBP$/s.test(text) ? "webp" : null
}

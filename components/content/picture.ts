/** Side of the picture that is stored, in pixels. */
const PICTURE_SIDE = 512

/** Larger files are slow to open on a phone. */
const MAX_FILE_BYTES = 20_000_000

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"]

/** Why a file is refused, or null. */
export function fileError({ type, size }: File): string | null {
  if (!PICTURE_TYPES.includes(type)) return "Choose a PNG, JPEG, WebP or GIF picture."
  return size > MAX_FILE_BYTES ? "The picture is larger than 20 MB. Choose a smaller one." : null
}

export async function canLoadImage(address: string): Promise<boolean> {
  return loadImage(address).then(
    ({ naturalWidth }) => naturalWidth > 0,
    () => false,
  )
}

/** In pixels of the whole picture. */
export type CropArea = { x: number; y: number; width: number; height: number }

/** The part of a picture inside a square, as a data URL of 512 × 512 pixels: WebP where the browser can. */
export async function cropPicture(
  address: string,
  { x, y, width, height }: CropArea,
): Promise<string> {
  const picture = await loadImage(address)
  const canvas = document.createElement("canvas")
  canvas.width = PICTURE_SIDE
  canvas.height = PICTURE_SIDE
  const context = canvas.getContext("2d")
  if (!context) throw new Error("The browser cannot draw")
  context.imageSmoothingQuality = "high"
  context.drawImage(picture, x, y, width, height, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
  return canvas.toDataURL("image/webp", 0.9)
}

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve(picture)
    picture.onerror = () => reject(new Error("The browser cannot read the picture"))
    picture.src = address
  })
}

/** The bytes of a data URL; the content security policy forbids fetching it. */
export function dataUrlToBlob(dataUrl: string): Blob {
  const [head = "", body = ""] = dataUrl.split(",")
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? "" })
}

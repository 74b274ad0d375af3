import type { CSSProperties } from "react"
import { toImageSource } from "@/lib/content/image-source"

type TokenLogoProps = {
  address: string
  symbol: string
  /** The creator's image, above a generated one that shows when it fails to load. */
  image?: string | null
  size?: number
}

/** The image of a token, or its initial on a color derived from its address. */
export function TokenLogo({ address, symbol, image, size = 36 }: TokenLogoProps) {
  const hue = Number.parseInt(address.slice(2, 8), 16) % 360
  const style: CSSProperties & Record<"--hue" | "--size", string> = {
    "--hue": `${hue}`,
    "--size": `${size}px`,
  }
  return (
    <span aria-hidden="true" className="logo" data-initial={initialOf(symbol)} style={style}>
      {image && (
        // biome-ignore lint/performance/noImgElement: pictures come from anywhere and are small
        <img
          alt=""
          className="picture-image"
          decoding="async"
          loading="lazy"
          referrerPolicy="no-referrer"
          src={toImageSource(image)}
        />
      )}
    </span>
  )
}

export function initialOf(symbol: string): string {
  return /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? "•"
}

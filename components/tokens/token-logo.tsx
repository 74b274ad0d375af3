import type { CSSProperties } from "react"
import { toImageSource } from "@/lib/content/image-source"

type TokenLogoProps = {
  address: string
  symbol: string
  /** The creator's image, over a generated one that shows when it does not load. */
  image?: string | null
  size?: number
}

/** The image of a token, or its initial on a color derived from its address. */
export function TokenLogo({ address, symbol, image, size = 36 }: TokenLogoProps) {
  const hue = Number.parseInt(address.slice(2, 8), 16) % 360
  const letter = initialOf(symbol)
  const style: CSSProperties & Record<"--hue", number> = { "--hue": hue }
  return (
    <span className="picture" style={{ width: size, height: size }}>
      <svg
        aria-hidden="true"
        className="logo"
        height={size}
        style={style}
        viewBox="0 0 36 36"
        width={size}
      >
        <path d="M4 28q3.5-3 7 0t7 0 7 0 7 0" />
        <text x="18" y="16">
          {letter}
        </text>
      </svg>
      {image && (
        // biome-ignore lint/performance/noImgElement: pictures come from anywhere and are small
        <img
          alt=""
          className="picture-image"
          decoding="async"
          height={size}
          loading="lazy"
          referrerPolicy="no-referrer"
          src={toImageSource(image)}
          width={size}
        />
      )}
    </span>
  )
}

export function initialOf(symbol: string): string {
  return /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? "•"
}

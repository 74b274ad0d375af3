import { Identicon } from "@/components/ui/identicon"
import { toImageSource } from "@/lib/content/image-source"

type AvatarProps = {
  wallet: string
  avatarUrl: string | null | undefined
  size?: number
}

/** A wallet's picture; its identicon while there is none or it has not loaded. */
export function Avatar({ wallet, avatarUrl, size = 28 }: AvatarProps) {
  const source = avatarSource(avatarUrl)
  const identicon = <Identicon address={wallet} size={size} />
  if (!source) return identicon
  return (
    <span className="picture" style={{ width: size, height: size }}>
      {identicon}
      {/* biome-ignore lint/performance/noImgElement: pictures come from anywhere and are small */}
      <img
        alt=""
        className="picture-image"
        decoding="async"
        loading="lazy"
        referrerPolicy="no-referrer"
        src={source}
      />
    </span>
  )
}

/** The picture's URL if it is https or on this server, else null. */
export function avatarSource(avatarUrl: string | null | undefined): string | null {
  const source = toImageSource(avatarUrl ?? "")
  return /^(https:\/\/|\/ipfs\/)[^\s"'<>\\]+$/.test(source) ? source : null
}

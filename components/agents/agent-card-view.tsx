import { avatarSource } from "@/components/profiles/avatar"
import { Identicon } from "@/components/ui/identicon"

type Props = {
  /** Seed of the generated picture. */
  address: string
  /** Null where a heading names the agent already. */
  name: string | null
  description: string | null
  /** A URL, or the data URL of a picture that is not stored yet. */
  image: string | null
  services: readonly { name: string; endpoint: string; version?: string | null }[]
}

const ZERO = `0x${"0".repeat(40)}`

/** An agent's card: how its owner describes it. */
export function AgentCardView({ address, name, description, image, services }: Props) {
  const source = image?.startsWith("data:image/") ? image : avatarSource(image)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex min-w-0 items-center gap-3">
        <span className="relative block size-16 shrink-0">
          <Identicon address={address || ZERO} size={64} />
          {source && (
            // biome-ignore lint/performance/noImgElement: pictures come from anywhere and are small
            <img
              alt=""
              className="picture-image"
              height={64}
              referrerPolicy="no-referrer"
              src={source}
              width={64}
            />
          )}
        </span>
        {name !== null && (
          <p className="min-w-0 text-lg font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
        )}
      </div>
      {description && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      {services.length > 0 && (
        <dl className="grid gap-2">
          {services.map(({ name: service, endpoint, version }) => (
            <div className="min-w-0 text-sm" key={`${service} ${endpoint}`}>
              <dt className="font-medium">
                <bdi>{service}</bdi>
                {version && <span className="text-muted"> {version}</span>}
              </dt>
              <dd className="wrap-anywhere text-muted">
                <bdi>{endpoint}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

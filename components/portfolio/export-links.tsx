import { Icon } from "@/components/ui/icon"

type ExportLinksProps = { wallet: string; name: "trades" | "positions" | "holdings" | "rounds" }

/** Download a complete list as a file. */
export function ExportLinks({ wallet, name }: ExportLinksProps) {
  return (
    <p className="flex gap-4">
      {(["csv", "json"] as const).map((extension) => (
        <a
          className="text-link flex min-h-11 items-center gap-2 text-sm"
          download
          href={`/portfolio/${wallet}/${name}.${extension}`}
          key={extension}
        >
          <Icon name="download" size={16} />
          {extension.toUpperCase()}
        </a>
      ))}
    </p>
  )
}

import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"

export function SettingsLink({ className }: { className?: string }) {
  return (
    <Link
      aria-label="Settings"
      className={cn(
        "flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink",
        className,
      )}
      href="/settings"
      prefetch={false}
      title="Settings"
    >
      <Icon name="settings" />
    </Link>
  )
}

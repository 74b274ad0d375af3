import Link from "next/link"
import { Icon } from "@/components/ui/icon"

type SectionHeaderProps = {
  id: string
  title: string
  /** The complete list. */
  href: string
}

export function SectionHeader({ id, title, href }: SectionHeaderProps) {
  return (
    <header className="mb-2 flex items-center justify-between gap-3">
      <h2 className="text-xl" id={id}>
        {title}
      </h2>
      <Link className="section-link" href={href} prefetch={false}>
        View all<span className="sr-only"> of {title}</span>
        <Icon name="right" size={16} />
      </Link>
    </header>
  )
}

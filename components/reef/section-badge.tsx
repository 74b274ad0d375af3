import { Badge } from "@/components/ui/figures"
import type { Section } from "@/lib/reef/words"
import { sectionWords } from "./section-words"

/** Where a post stands, when that is not where everybody writes. */
export function SectionBadge({ section }: { section: Section }) {
  if (section === "mixed") return null
  return <Badge>{sectionWords[section].name}</Badge>
}
